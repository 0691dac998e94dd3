import { sumOfMoved } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import { type EscrowSums, escrowPosition } from '@gateway/domain/ledger/card-position'
import { type CardMove, cardMoved } from '@gateway/domain/ledger/card-templates'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { isTransferred } from '../lifecycle/standing.ts'

/** What the position of the escrow of a locked card follows from. A reversal counts once the processor has answered, or somebody has made it there. */
export async function readSums(em: Em, { payment, escrow }: Card): Promise<EscrowSums> {
  const { id: paymentId, capturedMinor, refundedMinor, withdrawnMinor, feeBps } = payment
  const sums = { capturedMinor: capturedMinor ?? 0n, feeBps, goneMinor: refundedMinor + withdrawnMinor }
  if (escrow === null || !isTransferred(escrow)) return { ...sums, transfer: null }
  const reversedMinor = await sumOfMoved(em, { purpose: 'card_reversal', paymentId })
  return { ...sums, transfer: { transferredMinor: escrow.transferredMinor, reversedMinor: reversedMinor + escrow.reversedElsewhereMinor } }
}

/** Money that has just left an escrow or come back to it; `before` is what its sums were, which the rows of the card do not say any more. */
interface Booked extends Card, Pick<CardMove, 'kind' | 'ref'> {
  readonly before: (sums: EscrowSums) => EscrowSums
}

/** Books money that has left an escrow or come back to it, which its rows count already (L13). */
export async function bookMove(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, { payment, escrow, kind, ref, before }: Booked): Promise<void> {
  const sums = await readSums(em, { payment, escrow })
  const move = { kind, ref, before: escrowPosition(before(sums)), after: escrowPosition(sums) }
  await postTransfers(em, ctx, [cardMoved(cardHolding(payment), move)])
}

/** The sums before a reversal. */
export const lessReversed = ({ transfer, ...sums }: EscrowSums, amountMinor: bigint): EscrowSums => ({
  ...sums,
  transfer: transfer && { ...transfer, reversedMinor: transfer.reversedMinor - amountMinor },
})

/**
 * Holds a card whose merchant is owed money: what a refund or a dispute had taken back from them has come back to the platform. An escrow is released once,
 * so an operator pays it.
 */
export async function holdIfOwed(em: Em, ctx: Pick<Context, 'ids' | 'clock' | 'log'>, card: Card): Promise<void> {
  const { owedMinor } = escrowPosition(await readSums(em, card))
  if (owedMinor > 0n) await holdCard(em, ctx, { ...card, reason: 'merchant_is_owed', alarm: 'card_merchant_is_owed' })
}
