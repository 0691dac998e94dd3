import type { ForwardCost } from '@gateway/chains/rail/fee-estimate'
import type { Em } from '@gateway/db/orm'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import type { Context } from '../../kernel/context.ts'
import { selectDeposits } from './select-deposits.ts'

/** Deposits that a payout would take, and what they would cost to send. */
interface Selection<Deposit> {
  readonly selected: readonly Deposit[]
  /** Undefined before the first estimate of fees. */
  readonly cost: ForwardCost | undefined
}

/** The deposits among the held ones of an object that a refund would take at the present fees, and its network fee. */
export async function selectHeld<Deposit extends { readonly units: bigint }>(
  em: Em,
  { rails }: Pick<Context, 'rails'>,
  { object: { chain, asset }, held }: { object: { readonly chain: ChainCode; readonly asset: AssetCode }; held: readonly Deposit[] },
): Promise<Selection<Deposit>> {
  const rail = rails.get(chain)
  const fees = (await findFeeEstimates(em, { chain }))?.fees
  const selected = selectDeposits({ rail, fees, asset, deposits: held, isFurther: false })
  return { selected, cost: fees && rail?.forwardCost(fees, { asset, deposits: Math.max(1, selected.length) }) }
}
