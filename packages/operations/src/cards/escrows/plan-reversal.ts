import type { Em } from '@gateway/db/orm'
import { reversalDueMinor } from '@gateway/domain/cards/card-money'
import type { Context } from '../../kernel/context.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { planIntent } from '../lifecycle/plan-intent.ts'
import { moneyOf } from '../lifecycle/standing.ts'

/** The refund or the dispute that a reversal belongs to, and what the latter has taken beside the refunds. */
interface Reason {
  readonly ref: string
  readonly beyondRefundsMinor: bigint
}

/** Plans to take back from the merchant what is no longer theirs of the transfer of a released escrow; it counts as reversed from its plan on. */
export async function planReversal(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { payment, escrow, ref, beyondRefundsMinor }: Card & Reason,
): Promise<void> {
  if (!escrow) return
  const money = moneyOf(payment)
  const takenMinor = money.refundedMinor + beyondRefundsMinor
  const refundedMinor = takenMinor < money.capturedMinor ? takenMinor : money.capturedMinor
  const dueMinor = reversalDueMinor({ ...money, refundedMinor }, escrow)
  if (dueMinor === 0n) return
  escrow.reversedMinor += dueMinor
  await planIntent(em, ctx, { purpose: 'card_reversal', ref, payment, amountMinor: dueMinor })
}
