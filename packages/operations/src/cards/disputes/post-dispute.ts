import type { Em } from '@gateway/db/orm'
import { cardFeeMinor } from '@gateway/domain/cards/card-money'
import type { BalanceFacts, DisputeFacts } from '@gateway/domain/cards/facts'
import { cardDisputeReinstated, cardDisputeWithdrawn, type CardOutflow } from '@gateway/domain/ledger/card-templates'
import type { LedgerTransfer } from '@gateway/domain/ledger/entry'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { costOf } from '../charges/post-charge.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { isTransferred, moneyOf } from '../lifecycle/standing.ts'

/**
 * Books each withdrawal and each return of a dispute of an escrow, once, and what the processor takes for it: its lines of the balance alone move money in
 * the ledger. The disputes of a direct payment are its merchant's.
 */
export async function postDispute(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { facts, ...card }: Card & { readonly facts: DisputeFacts },
): Promise<void> {
  if (!card.escrow) return
  const holding = cardHolding(card.payment)
  await postTransfers(
    em,
    ctx,
    facts.balances.flatMap((line) => [...movedBy(card, line, facts.amountMinor), ...costOf(holding, line)]),
  )
}

function movedBy(card: Card, line: BalanceFacts, disputedMinor: bigint): LedgerTransfer[] {
  if (line.amountMinor === 0n) return []
  const template = line.amountMinor < 0n ? cardDisputeWithdrawn : cardDisputeReinstated
  return [template(cardHolding(card.payment), outflowOf(card, line, disputedMinor))]
}

function outflowOf({ payment, escrow }: Card, { id, amountMinor, currency }: BalanceFacts, disputedMinor: bigint): CardOutflow {
  const ownMinor = amountMinor < 0n ? -amountMinor : amountMinor
  // A balance in another currency has another amount.
  const takenMinor = currency === payment.currency ? ownMinor : disputedMinor
  const isReleased = isTransferred(escrow)
  return { id, amountMinor: takenMinor, isReleased, feeFallMinor: isReleased ? fallOf({ payment }, takenMinor) : 0n }
}

/** By how much the fee falls when so much more is gone. */
function fallOf({ payment }: Pick<Card, 'payment'>, takenMinor: bigint): bigint {
  const money = moneyOf(payment)
  const leftMinor = money.capturedMinor - money.refundedMinor
  const goneMinor = takenMinor < leftMinor ? takenMinor : leftMinor
  return cardFeeMinor(money) - cardFeeMinor({ ...money, refundedMinor: money.refundedMinor + goneMinor })
}
