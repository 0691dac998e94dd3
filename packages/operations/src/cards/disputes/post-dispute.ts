import type { CardDisputeEntity } from '@gateway/db/cards/card-dispute.entity'
import type { Em } from '@gateway/db/orm'
import { type DisputeFacts, withdrawnBy } from '@gateway/domain/cards/facts'
import { escrowPosition } from '@gateway/domain/ledger/card-position'
import { cardMoved, cardUnmatchedMoved } from '@gateway/domain/ledger/card-templates'
import type { LedgerTransfer } from '@gateway/domain/ledger/entry'
import { sumOf } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { readPosted } from '../../ledger/read-posted.ts'
import { costOf } from '../charges/post-charge.ts'
import { readSums } from '../escrows/book-move.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'

/** A locked dispute of a card, and what the processor says about it. */
interface Posting extends Card {
  readonly dispute: CardDisputeEntity
  readonly facts: DisputeFacts
}

/**
 * Books each withdrawal and each return of a dispute of an escrow, once, and what the processor takes for it: its lines of the balance alone move money in
 * the ledger. The disputes of a direct payment are its merchant's. The caller writes dispute and payment, which count the lines then.
 *
 * @returns whether there was a line that was not booked before.
 */
export async function postDispute(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, posting: Posting): Promise<boolean> {
  const { payment, escrow, facts } = posting
  if (!escrow) return false
  const moves = payment.capturedMinor === null ? await unmatchedOf(em, posting) : await movesOf(em, posting)
  await postTransfers(em, ctx, [...moves, ...facts.balances.flatMap((line) => costOf(cardHolding(payment), line))])
  return moves.length > 0
}

/** The lines of a dispute of a charge that does not match its payment, whose money is nobody's. */
async function unmatchedOf(em: Em, { payment, dispute, facts }: Posting): Promise<LedgerTransfer[]> {
  const { currency } = dispute
  const booked = await readPosted(em, { kind: 'card_dispute', refs: facts.balances.map(({ id }) => id) })
  const moved = facts.balances
    .filter(({ id }) => !booked.has(id))
    .map((line) => ({ ref: line.id, goneMinor: withdrawnBy(line, { currency, disputedMinor: facts.amountMinor }) }))
  dispute.withdrawnMinor += sumOf(moved.map(({ goneMinor }) => goneMinor))
  const holding = { ...cardHolding(payment), currency }
  return moved.filter(({ goneMinor }) => goneMinor !== 0n).map((move) => cardUnmatchedMoved(holding, { kind: 'card_dispute', ...move }))
}

async function movesOf(em: Em, { payment, escrow, dispute, facts }: Posting): Promise<LedgerTransfer[]> {
  const moves: LedgerTransfer[] = []
  const booked = await readPosted(em, { kind: 'card_dispute', refs: facts.balances.map(({ id }) => id) })
  let sums = await readSums(em, { payment, escrow })
  for (const line of facts.balances) {
    const goneMinor = withdrawnBy(line, { currency: payment.currency, disputedMinor: facts.amountMinor })
    if (goneMinor === 0n || booked.has(line.id)) continue
    const before = escrowPosition(sums)
    sums = { ...sums, goneMinor: sums.goneMinor + goneMinor }
    dispute.withdrawnMinor += goneMinor
    payment.withdrawnMinor += goneMinor
    moves.push(cardMoved(cardHolding(payment), { kind: 'card_dispute', ref: line.id, before, after: escrowPosition(sums) }))
  }
  return moves
}
