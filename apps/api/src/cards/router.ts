import { cardPaymentView } from '@gateway/contract/cards'
import { CardPaymentRef, CreateCardPaymentInput, ListCardPaymentsInput } from '@gateway/contract/cards/inputs'
import { createCardPayment } from '@gateway/operations/cards/charges/create-card-payment'
import { awaitSession } from '@gateway/operations/cards/charges/await-session'
import { getCardPayment } from '@gateway/operations/cards/charges/get-card-payment'
import { listCardPayments } from '@gateway/operations/cards/charges/list-card-payments'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { resource } from '../http/procedures/resource.ts'
import { keyProcedure, router } from '../trpc.ts'
import { cardAccountsRouter } from './accounts-router.ts'
import { cardDisputesRouter, cardPayoutsRouter } from './disputes-router.ts'
import { cardEscrowsRouter, cardTransactionsRouter, refundCardProcedure } from './money-router.ts'
import { cardsPortalRouter } from './portal-router.ts'

const payments = resource({
  room: 'cards',
  path: '/api/cards/payments',
  nouns: ['payment', 'payments'],
  words: ['card payment', 'card payments'],
  ref: CardPaymentRef,
  view: cardPaymentView,
})

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
    .output(z.object({ payment: cardPaymentView.schema }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createCardPayment(ctx, { actor: ctx.actor, terms: input, keep }),
        resume: ({ ctx, reference }) => awaitSession(ctx, { paymentId: reference }),
        present: payments.present,
      }),
    ),

  get: payments
    .get({ description: 'By its id, or by the processor’s id of its checkout session (`cs_…`) or its payment intent (`pi_…`).' })
    .query(async ({ ctx, input }) => payments.present(await getCardPayment(ctx, { actor: ctx.actor, name: input.id }))),

  list: payments
    .list(ListCardPaymentsInput)
    .query(async ({ ctx, input }) => payments.page(input, await listCardPayments(ctx, { actor: ctx.actor, filter: input }))),

  refund: refundCardProcedure,
  accounts: cardAccountsRouter,
  disputes: cardDisputesRouter,
  escrows: cardEscrowsRouter,
  payouts: cardPayoutsRouter,
  transactions: cardTransactionsRouter,
  portal: cardsPortalRouter,
})
