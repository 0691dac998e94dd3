import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import type { FeeRefundFacts, ReversalFacts } from '@gateway/domain/cards/facts'
import { cardFeeReturned } from '@gateway/domain/ledger/card-templates'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { bookMove, lessReversed } from '../escrows/book-move.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'

type Counting = Pick<Context, 'ids' | 'clock' | 'log'>

/** Counts refunds of the application fee that we did not ask for, once each (L10 in reverse). The caller writes the payment. */
export async function countFeeRefunds(
  em: Em,
  ctx: Counting,
  { payment, fees }: { payment: CardPaymentEntity; fees: readonly FeeRefundFacts[] },
): Promise<void> {
  const booked = fees.map(({ id, amountMinor }) => cardFeeReturned(cardHolding(payment), { id, feeMinor: amountMinor }))
  const fresh = await postTransfers(em, ctx, booked)
  for (const { amountMinor } of fees.filter(({ id }) => fresh.has(id))) {
    payment.feeReturnedMinor += amountMinor
    payment.feeReturnedElsewhereMinor += amountMinor
  }
}

/**
 * Counts and books reversals that we did not ask for (L13), so that a refund plans only what is due beyond them. What goes beyond the debt of the merchant
 * is owed to them.
 */
export async function countReversals(em: Em, ctx: Counting, { reversals, ...card }: Reversed): Promise<void> {
  for (const { id: ref, amountMinor } of reversals) {
    card.escrow.reversedMinor += amountMinor
    card.escrow.reversedElsewhereMinor += amountMinor
    await bookMove(em, ctx, { ...card, kind: 'card_reversal', ref, before: (sums) => lessReversed(sums, amountMinor) })
  }
}

interface Reversed {
  readonly payment: CardPaymentEntity
  readonly escrow: CardEscrowEntity
  readonly reversals: readonly ReversalFacts[]
}
