import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import { purposes } from '@gateway/domain/custody/purposes'
import { sumUnits } from '@gateway/domain/money/units'
import { lockUneconomicRounds } from '../../custody/costs/uneconomic-rounds.ts'
import { resizeLeg } from '../../custody/payouts/resize-leg.ts'
import type { Context } from '../../kernel/context.ts'
import { selectDeposits } from '../../payments/forwarding/select-deposits.ts'
import type { Funded } from '../funding/credit-deposits.ts'

/** An escrow with its deposits, and those of them that are in no payout. */
interface Waiting extends Funded {
  readonly free: readonly DepositEntity[]
  readonly fees: FeeEstimate | undefined
}

/**
 * Adds later deposits to an unsigned payout of an escrow that is too small for its cost, where all of it goes to one payee: so little sums to enough. Only
 * where a payout spends chosen deposits; a contract pays out its whole balance anyway.
 *
 * @returns true when one has grown.
 */
export async function enlargeWaiting(em: Em, ctx: Context, { escrow, deposits, free, fees }: Waiting): Promise<boolean> {
  const [first] = free
  const rail = ctx.rails.get(escrow.chain)
  if (rail?.moves !== 'chosen_deposits' || !first?.blockHash) return false
  const small = await lockUneconomicRounds(em, { refs: [escrow.id] })
  const intent = small.find(({ purpose, asset }) => asset === escrow.asset && purposes[purpose].payees.length === 1)
  if (!intent) return false
  const own = deposits.filter(({ intentId }) => intentId === intent.id)
  // A reorganisation has removed one of its own.
  if (own.some(({ creditRevision }) => creditRevision === null) || sumUnits(own) !== intent.units) return false
  const { asset } = escrow
  const chosen = selectDeposits({ rail, fees, asset, deposits: [...own, ...free], isFurther: true })
  if (sumUnits(chosen) <= intent.units) return false
  const cost = fees && rail.forwardCost(fees, { asset, deposits: chosen.length })
  const networkFeeUnits = cost?.fromDeposit ? cost.units : 0n
  await resizeLeg(em, ctx, { intent, deposits: chosen, networkFeeUnits, blockHash: first.blockHash })
  ctx.log.info({ escrowId: escrow.id, intentId: intent.id }, 'payout enlarged by later deposits')
  return true
}
