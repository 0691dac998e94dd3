import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import { purposes } from '@gateway/domain/custody/purposes'
import { payableFeeUnits } from '@gateway/domain/custody/rules'
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
 * where a payout spends chosen deposits; a contract pays out its whole balance anyway. It grows by nothing that its network fee would eat.
 *
 * @returns true when one has grown.
 */
export async function enlargeWaiting(em: Em, ctx: Context, waiting: Waiting): Promise<boolean> {
  const { escrow, free, fees } = waiting
  const [first] = free
  const rail = ctx.rails.get(escrow.chain)
  if (rail?.moves !== 'chosen_deposits' || !first?.blockHash) return false
  const small = await findSmall(em, waiting)
  if (!small) return false
  const { intent, own } = small
  const deposits = selectDeposits({ rail, fees, asset: escrow.asset, deposits: [...own, ...free], isFurther: true })
  if (sumUnits(deposits) <= intent.units) return false
  const cost = fees && rail.forwardCost(fees, { asset: escrow.asset, deposits: deposits.length })
  const networkFeeUnits = payableFeeUnits({ units: sumUnits(deposits), feeUnits: 0n, cost })
  if (networkFeeUnits === undefined) return false
  await resizeLeg(em, ctx, { intent, deposits, networkFeeUnits, blockHash: first.blockHash })
  ctx.log.info({ escrowId: escrow.id, intentId: intent.id }, 'payout enlarged by later deposits')
  return true
}

/** The payout that is too small, with its deposits; none while a reorganisation has removed one of them. */
async function findSmall(em: Em, { escrow, deposits }: Waiting) {
  const small = await lockUneconomicRounds(em, { refs: [escrow.id] })
  const intent = small.find(({ purpose, asset }) => asset === escrow.asset && purposes[purpose].payees.length === 1)
  if (!intent) return undefined
  const own = deposits.filter(({ intentId }) => intentId === intent.id)
  const isWhole = own.every(({ creditRevision }) => creditRevision !== null) && sumUnits(own) === intent.units
  return isWhole ? { intent, own } : undefined
}
