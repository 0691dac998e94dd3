import type { Em } from '@gateway/db/orm'
import { reversalDueMinor } from '@gateway/domain/cards/card-money'
import type { Context } from '../../kernel/context.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { planIntent } from '../lifecycle/plan-intent.ts'
import { moneyOf } from '../lifecycle/standing.ts'

/** Plans to take back from the merchant what is no longer theirs of the transfer of a released escrow; it counts as reversed from its plan on. */
export async function planReversal(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { payment, escrow, ref }: Card & { /** The refund or the lost dispute that it belongs to. */ readonly ref: string },
): Promise<void> {
  if (!escrow) return
  const dueMinor = reversalDueMinor(moneyOf(payment), escrow)
  if (dueMinor === 0n) return
  const id = await planIntent(em, ctx, { purpose: 'card_reversal', ref, payment, amountMinor: dueMinor })
  if (id !== undefined) escrow.reversedMinor += dueMinor
}
