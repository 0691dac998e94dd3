import {
  cardEscrowView,
  cardRefundView,
  cardReleaseView,
  cardTransactionView,
  type SeenCardEscrow,
  type SeenCardRefund,
} from '@gateway/contract/cards'
import {
  CardEscrowRef,
  CardTransactionRef,
  ListCardEscrowsInput,
  ListCardTransactionsInput,
  RefundCardInput,
  ReleaseCardEscrowInput,
} from '@gateway/contract/cards/inputs'
import { awaitRelease, releaseCardEscrow } from '@gateway/operations/cards/escrows/release-card-escrow'
import { getCardEscrow, listCardEscrows } from '@gateway/operations/cards/reading/get-card-escrow'
import { getCardTransaction, listCardTransactions } from '@gateway/operations/cards/reading/list-transactions'
import { awaitRefund, refundCard } from '@gateway/operations/cards/refunds/refund-card'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { resource } from '../http/procedures/resource.ts'
import { keyProcedure, router } from '../trpc.ts'

const escrows = resource({
  room: 'cards',
  path: '/api/cards/escrows',
  nouns: ['escrow', 'escrows'],
  words: ['card escrow', 'card escrows'],
  ref: CardEscrowRef,
  view: cardEscrowView,
})
const transactions = resource({
  room: 'cards',
  path: '/api/cards/transactions',
  nouns: ['transaction', 'transactions'],
  words: ['card transaction', 'card transactions'],
  ref: CardTransactionRef,
  view: cardTransactionView,
})

/** Card money that is held, and what leaves it. */
export const cardEscrowsRouter = router({
  release: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/cards/escrow/release',
        tag: 'cards',
        summary: 'Release a card escrow',
        description:
          'Transfers what is left of the payment, less the fee, to the business: once, and never while a refund is unfinished or a dispute is open. `transfer_id` is an id of ours until the processor has answered; its event is `card_escrow_release`. 502: the processor has refused the transfer, and the money is held as before.',
        example: { escrow_id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11', reason: 'Delivered' },
        errors: ['NOT_FOUND', 'INVALID_STATE', 'PROCESSOR_ERROR'],
      },
    })
    .input(ReleaseCardEscrowInput)
    .output(cardReleaseView.schema)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => releaseCardEscrow(ctx, { actor: ctx.actor, wish: input, keep }),
        resume: ({ ctx, reference }) => awaitRelease(ctx, { escrowId: reference }),
        present: (seen: SeenCardEscrow) => cardReleaseView.present(seen),
      }),
    ),

  get: escrows
    .get({ description: 'Its amounts are those of its payment.' })
    .query(async ({ ctx, input }) => escrows.present(await getCardEscrow(ctx, { actor: ctx.actor, id: input.id }))),

  list: escrows
    .list(ListCardEscrowsInput)
    .query(async ({ ctx, input }) => escrows.page(input, await listCardEscrows(ctx, { actor: ctx.actor, filter: input }))),
})

/** The movements of card money. */
export const cardTransactionsRouter = router({
  get: transactions
    .get({ description: 'By the id of the payment, the refund, the escrow or the dispute that it is read from.' })
    .query(async ({ ctx, input }) => transactions.present(await getCardTransaction(ctx, { actor: ctx.actor, id: input.id }))),

  list: transactions
    .list(ListCardTransactionsInput, {
      description: 'Charges, refunds, transfers and disputes, newest first. An API key sees those of its business only.',
    })
    .query(async ({ ctx, input }) => transactions.page(input, await listCardTransactions(ctx, { actor: ctx.actor, filter: input }))),
})

/** Refunds to cards. */
export const refundCardProcedure = keyProcedure
  .meta({
    rest: {
      method: 'post',
      path: '/api/cards/escrow/refund',
      also: [{ method: 'post', path: '/api/cards/refund' }],
      tag: 'cards',
      summary: 'Refund a card payment',
      description:
        'Refunds a direct payment or one in escrow, in part or whole; the fee falls to the fee of what is left. The amount is reserved at once, so refunds and a release never exceed the payment. `pending`: the processor has no result yet; `card_refund` tells when it succeeds. After a release the same part is taken back from the balance of the business.',
      example: { escrow_id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11', amount: 500, reason: 'Returned' },
      errors: ['NOT_FOUND', 'INVALID_AMOUNT', 'INVALID_STATE'],
    },
  })
  .input(RefundCardInput)
  .output(cardRefundView.schema)
  .mutation(
    idempotent({
      work: ({ ctx, input, keep }) => refundCard(ctx, { actor: ctx.actor, wish: input, keep }),
      resume: ({ ctx, reference }) => awaitRefund(ctx, { refundId: reference }),
      present: (seen: SeenCardRefund) => cardRefundView.present(seen),
    }),
  )
