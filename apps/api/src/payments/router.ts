import { UsageView } from '@gateway/contract/businesses'
import { CreatePaymentInput, ListPaymentsInput, PaymentRef } from '@gateway/contract/payment-inputs'
import { PaymentListView, PaymentView, presentPayment, presentPublicPayment, PublicPaymentView } from '@gateway/contract/payments'
import { ListTokensInput, presentTokens, TokenListView } from '@gateway/contract/tokens'
import { presentTime, Time } from '@gateway/contract/wire/time'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import type { CreatedPayment } from '@gateway/operations/payments/creation/open-payment'
import { getPayment, viewPayment } from '@gateway/operations/payments/reading/get-payment'
import { listTokens } from '@gateway/operations/payments/reading/list-tokens'
import { listPayments } from '@gateway/operations/payments/reading/list-payments'
import { z } from 'zod'
import type { ServerContext } from '../context.ts'
import { etagOf, isKnown } from '../http/documents/document.ts'
import { admit } from '../http/limits/admission.ts'
import { clientAddressOf } from '../http/limits/client-address.ts'
import { idempotent } from '../http/idempotency/idempotent.ts'
import type { Route } from '../http/route.ts'
import { paymentQr, paymentQrUrl } from '../qr.ts'
import { keyProcedure, publicProcedure, router } from '../trpc.ts'
import { paymentsPortalRouter } from './portal-router.ts'
import { refundProcedures } from './refunds-router.ts'

/** Payments in one asset. */
export const paymentsRouter = router({
  create: keyProcedure
    .meta({
      opensToApps: true,
      rest: {
        method: 'post',
        path: '/api/payments/create',
        also: [{ method: 'post', path: '/api/payments' }],
        status: 201,
        tag: 'payments',
        summary: 'Create a payment',
        description:
          'Reserves a deposit address and quotes the amount to send. Wallet address, fee and rate are frozen on the payment. `redirect_url` is an alias of `success_url`. A failed creation consumes no quota. Test keys create no payments yet: 501 `NOT_IMPLEMENTED`.',
        flat: 'payment',
        limit: 'creation',
        example: { amount: 12.5, currency: 'USD', blockchain: 'BTC', description: 'Order A-1001', metadata: { order: 'A-1001' } },
        errors: [
          'INVALID_AMOUNT',
          'AMOUNT_TOO_SMALL',
          'AMOUNT_TOO_LARGE',
          'UNSUPPORTED_BLOCKCHAIN',
          'UNSUPPORTED_CURRENCY',
          'INVALID_ADDRESS',
          'WALLET_NOT_CONFIGURED',
          'BUSINESS_REQUIRED',
          'FORBIDDEN',
          'USAGE_LIMIT_EXCEEDED',
          'RATE_UNAVAILABLE',
          'NOT_IMPLEMENTED',
          'CHAIN_UNAVAILABLE',
        ],
      },
    })
    .input(CreatePaymentInput)
    .output(z.object({ payment: PaymentView, usage: UsageView }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createPayment(ctx, { actor: ctx.actor, terms: input, keep }),
        present: ({ facts, usage }: CreatedPayment) => ({ payment: presentPayment(facts, paymentQrUrl(facts)), usage }),
        keyIn: ({ idempotencyKey }) => idempotencyKey,
      }),
    ),

  get: keyProcedure
    .meta({
      opensToApps: true,
      rest: {
        method: 'get',
        path: '/api/payments/{id}',
        tag: 'payments',
        summary: 'Get a payment',
        description: 'Returns the full view, which is never behind the webhooks.',
        limit: 'polling',
        flat: 'payment',
      },
    })
    .input(PaymentRef)
    .output(z.object({ payment: PaymentView }))
    .query(async ({ ctx, input }) => {
      const facts = await getPayment(ctx, { actor: ctx.actor, id: input.id })
      return { payment: presentPayment(facts, paymentQrUrl(facts)) }
    }),

  list: keyProcedure
    .meta({
      opensToApps: true,
      many: true,
      rest: {
        method: 'get',
        path: '/api/payments',
        tag: 'payments',
        summary: 'List payments',
        description:
          'Newest first. Without `business_id`, the payments of the key’s business or of all businesses of the merchant. `qr_code` is null without `include=qr_code`.',
        list: true,
        errors: ['FORBIDDEN', 'UNSUPPORTED_BLOCKCHAIN'],
      },
    })
    .input(ListPaymentsInput)
    .output(PaymentListView)
    .query(async ({ ctx, input }) => {
      const { payments, total } = await listPayments(ctx, { actor: ctx.actor, filter: input })
      const shown = payments.map((facts) => presentPayment(facts, input.include === 'qr_code' ? paymentQrUrl(facts) : null))
      return { payments: shown, total, limit: input.limit, offset: input.offset }
    }),

  tokens: keyProcedure
    .meta({
      opensToApps: true,
      rest: {
        method: 'get',
        path: '/api/tokens',
        also: [{ method: 'get', path: '/api/supported-coins' }],
        tag: 'payments',
        summary: 'List coins',
        description: 'Every coin, whether the gateway accepts it now, and whether the business has a wallet for it.',
        errors: ['FORBIDDEN'],
      },
    })
    .input(ListTokensInput)
    .output(TokenListView)
    .query(async ({ ctx, input }) => presentTokens(await listTokens(ctx, { actor: ctx.actor, businessId: input.businessId }), input)),

  view: publicProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/payments/{id}/public',
        tag: 'payments',
        summary: 'View a payment as its payer',
        description: 'Returns what a checkout page needs, without metadata, fees, wallet addresses or ids of other objects.',
        cors: true,
        limit: 'polling',
      },
    })
    .input(PaymentRef)
    .output(z.object({ payment: PublicPaymentView, server_time: Time }))
    .query(async ({ ctx, input }) => {
      const seen = await viewPayment(ctx, input)
      return { payment: presentPublicPayment(seen, paymentQrUrl(seen.facts)), server_time: presentTime(ctx.clock.now()) }
    }),

  ...refundProcedures,

  portal: paymentsPortalRouter,
})

/** The QR image of a payment as a file; another one once a part of the amount has arrived. */
export const qrRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/api/payments/{id}/qr',
  cors: true,
  isCounted: true,
  answer: async ({ params, message, reply }) => {
    admit({ ...api, reply, address: clientAddressOf(message, api.trustedProxies) }, 'public')
    const { facts } = await viewPayment(api, PaymentRef.parse({ id: params['id'] }))
    const body = paymentQr(facts)
    const etag = etagOf(body)
    const status = isKnown(message.headers['if-none-match'], etag) ? 304 : 200
    return { status, body, type: 'image/png', headers: { 'Cache-Control': 'public, max-age=30', ETag: etag } }
  },
})
