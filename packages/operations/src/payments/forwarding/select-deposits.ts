import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import { defaultFeeCaps, type FeeCaps, feeCapUnits } from '@gateway/domain/custody/rules'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'

/** What a payout chooses among. */
interface Choice<Deposit> {
  readonly rail: Rail | undefined
  readonly fees: FeeEstimate | undefined
  readonly asset: AssetCode
  readonly deposits: readonly Deposit[]
  /** Something has left the address already. */
  readonly isFurther: boolean
}

const caps: FeeCaps = defaultFeeCaps
/** What is a smaller part of the largest deposit is left behind when all together are too dear. */
const NEXT_TO_NOTHING = 100n

/**
 * The deposits that one payout takes where it can choose: none that costs more to spend than it brings, the largest if there are more than fit into a
 * transaction, and not those that are next to nothing if the network would take more than its cap because of them. What is left waits for a later
 * payout: anybody can send next to nothing to an address a thousand times, and the money that belongs there must leave all the same.
 */
export function selectDeposits<Deposit extends { readonly units: bigint }>(choice: Choice<Deposit>): readonly Deposit[] {
  const { rail, fees, asset, deposits, isFurther } = choice
  const bounds = rail?.spendBounds?.(fees)
  if (!rail || !bounds) return deposits
  const worthIt = deposits.filter(({ units }) => units > bounds.costUnits).toSorted((a, b) => Number(b.units - a.units))
  const all = worthIt.slice(0, bounds.most)
  const main = all.filter(({ units }) => units * NEXT_TO_NOTHING >= (all[0]?.units ?? 0n))
  const cap = caps[asset]
  const isCheap = (some: readonly Deposit[]): boolean => {
    const cost = fees && rail.forwardCost(fees, { asset, deposits: some.length })
    return !cost || !cap || cost.units <= feeCapUnits(cap, sumUnits(some))
  }
  // A round of many that waits for a cheaper chain would keep the one deposit from leaving that comes after it.
  return [all, main].find(isCheap) ?? (isFurther ? main.slice(0, 1) : main)
}
