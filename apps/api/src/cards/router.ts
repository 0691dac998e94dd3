import { CardPaymentListView, cardPaymentView } from '@gateway/contract/cards'
import { CardPaymentRef, CreateCardPaymentInput, ListCardPaymentsInput } from '@gateway/contract/cards/inputs'
import { createCardPayment } from '@gateway/operations/cards/charges/create-card-payment'
import { awaitSession } from '@gateway/operations/cards/charges/await-session'
import { getCardPayment } from '@gateway/operations/cards/charges/get-card-payment'
import { listCardPayments } from '@gateway/operations/cards/charges/list-card-payments'
import type { SeenCardPayment } from '@gateway/contract/cards'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'
import { cardAccountsRouter } from './accounts-router.ts'
import { cardDisputesRouter, cardPayoutsRouter } from './disputes-router.ts'
import { cardEscrowsRouter, cardTransactionsRouter, refundCardProcedure } from './money-router.ts'

const payment = cardPaymentView.schema
const present = (seen: SeenCardPayment) => ({ payment: cardPaymentView.present(seen) })

/** Payments by card, on pages of the card processor. */
export const cardsRouter = router({
  create: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/cards/payments/create',
        also: [{ method: 'post', path: '/api/cards/payments' }],
        status: 201,
        tag: 'cards',
        summary: 'Create a card payment',
        description:
          'Send your customer to `checkout_url`, a page of the card processor that is valid for 24 hours. Without `escrow_mode` the card is charged on the account of the business, less the fee. With it the money is held until you release or refund it; after 90 days it is refunded by itself. 503 `TIMED_OUT`: the page was not there within ten seconds; the same request with the same key waits for it again.',
        flat: 'payment',
        example: {
          amount: 2_500,
          currency: 'USD',
          description: 'Order A-1001',
          success_url: 'https://shop.example/thanks',
          escrow_mode: false,
        },
        errors: [
          'INVALID_AMOUNT',
          'AMOUNT_TOO_SMALL',
          'AMOUNT_TOO_LARGE',
          'UNSUPPORTED_CURRENCY',
          'ONBOARDING_REQUIRED',
          'BUSINESS_REQUIRED',
          'FORBIDDEN',
          'USAGE_LIMIT_EXCEEDED',
          'NOT_IMPLEMENTED',
          'PROCESSOR_ERROR',
        ],
      },
    })
    .input(CreateCardPaymentInput)
    .output(z.object({ payment }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createCardPayment(ctx, { actor: ctx.actor, terms: input, keep }),
        resume: ({ ctx, reference }) => awaitSession(ctx, { paymentId: reference }),
        present,
      }),
    ),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/cards/payments/{id}',
        tag: 'cards',
        summary: 'Get a card payment',
        description: 'By its id, or by the processor’s id of its checkout session (`cs_…`) or its payment intent (`pi_…`).',
        flat: 'payment',
      },
    })
    .input(CardPaymentRef)
    .output(z.object({ payment }))
    .query(async ({ ctx, input }) => present(await getCardPayment(ctx, { actor: ctx.actor, name: input.id }))),

  list: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/cards/payments',
        tag: 'cards',
        summary: 'List card payments',
        description: 'Newest first. An API key sees the card payments of its business only.',
        list: true,
        errors: ['FORBIDDEN'],
      },
    })
    .input(ListCardPaymentsInput)
    .output(CardPaymentListView)
    .query(async ({ ctx, input }) => {
      const { rows, total } = await listCardPayments(ctx, { actor: ctx.actor, filter: input })
      return { payments: rows.map(cardPaymentView.present), total, limit: input.limit, offset: input.offset }
    }),

  refund: refundCardProcedure,
  accounts: cardAccountsRouter,
  disputes: cardDisputesRouter,
  escrows: cardEscrowsRouter,
  payouts: cardPayoutsRouter,
  transactions: cardTransactionsRouter,
})
