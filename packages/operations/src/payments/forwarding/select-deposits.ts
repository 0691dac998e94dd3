import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { defaultFeeCaps, type FeeCaps, feeCapUnits } from '@gateway/domain/custody/rules'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'

/** The deposits a payout chooses from. */
interface Choice<Deposit> {
  readonly rail: Rail | undefined
  readonly fees: FeeEstimate | undefined
  readonly asset: AssetCode
  readonly deposits: readonly Deposit[]
  /** An earlier payout has spent from the address. */
  readonly isFurther: boolean
}

const caps: FeeCaps = defaultFeeCaps
/** Deposits below this part of the largest one are dust, left behind when all together are too expensive. */
const NEXT_TO_NOTHING = 100n

/**
 * Selects the deposits of a payout: none that costs more to spend than it is worth, the largest if there are too many for a transaction, and no dust
 * that would push the network fee above its cap. The rest waits for a later payout, so that a third party cannot block a payment with dust.
 */
export function selectDeposits<Deposit extends { readonly units: bigint }>(choice: Choice<Deposit>): readonly Deposit[] {
  const { rail, fees, asset, deposits, isFurther } = choice
  const bounds = rail?.spendBounds?.(asset, fees)
  if (!rail || !bounds) return deposits
  const worthIt = deposits.filter(({ units }) => units > bounds.costUnits).toSorted((a, b) => Number(b.units - a.units))
  const all = worthIt.slice(0, bounds.most)
  const main = all.filter(({ units }) => units * NEXT_TO_NOTHING >= (all[0]?.units ?? 0n))
  const cap = caps[asset]
  const isCheap = (some: readonly Deposit[]): boolean => {
    const cost = fees && rail.forwardCost(fees, { asset, deposits: some.length })
    return !cost || !cap || cost.units <= feeCapUnits(cap, sumUnits(some))
  }
  // A large round that waits for cheaper block space would hold back the single deposit that arrives after it.
  return [all, main].find(isCheap) ?? (isFurther ? main.slice(0, 1) : main)
}
