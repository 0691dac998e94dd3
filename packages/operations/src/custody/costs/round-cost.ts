import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate, PayoutShape } from '@gateway/chains/rail/fee-estimate'
import { isWorthSending } from '@gateway/domain/custody/rules'
import { purposes, type SpendPurpose } from '@gateway/domain/custody/purposes'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { convertUnits } from '@gateway/domain/money/rate'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import type { UsdPrices } from '../../rates/read-usd-prices.ts'

/** A payout at the current network cost. */
interface PricedRound extends Pick<PayoutShape, 'asset' | 'accounts'> {
  readonly rail: Rail
  readonly fees: FeeEstimate
  readonly purpose: SpendPurpose
  readonly deposits: number
  readonly prices: UsdPrices
}

/** The assets whose prices `roundCostUnits` needs; none where the network fee is paid in the asset itself. */
export const pricedWith = (asset: AssetCode): AssetCode[] => (isNative(asset) ? [] : [asset, assetOf(asset).chain])

/**
 * The most that a payout costs in base units of its own asset, as if it were sent alone; undefined without the prices to convert it.
 *
 * A batch shares a base cost, but each round is assessed without that discount, so that no round pays for another.
 */
export function roundCostUnits({ rail, fees, purpose, prices, ...shape }: PricedRound): bigint | undefined {
  const { owner, payees } = purposes[purpose]
  const { asset } = shape
  const units = rail.payoutCost(fees, { ...shape, owner, payees: payees.length })
  if (isNative(asset)) return units
  const [coin, token] = [prices.get(assetOf(asset).chain), prices.get(asset)]
  if (!coin || !token) return undefined
  return convertUnits(units, { asset: assetOf(assetOf(asset).chain), usdRate: coin }, { asset: assetOf(asset), usdRate: token })
}

/** A round about to be planned, with its deposits; the fee estimate may be missing. */
interface PlannedRound extends Pick<PricedRound, 'asset' | 'prices' | 'purpose'> {
  readonly rail: Rail | undefined
  readonly fees: FeeEstimate | undefined
  readonly deposits: readonly { readonly units: bigint }[]
}

/** False for a round that is not worth its network cost now. Without an estimate or price the signer decides. */
export function isWorthItsCost({ forwardCostMultiple }: Pick<Context, 'forwardCostMultiple'>, planned: PlannedRound): boolean {
  const { rail, fees, deposits } = planned
  const costUnits = rail && fees && roundCostUnits({ ...planned, rail, fees, deposits: deposits.length })
  return costUnits === undefined || isWorthSending({ units: sumUnits(deposits), costUnits }, forwardCostMultiple)
}

const isNative = (asset: AssetCode): boolean => asset === assetOf(asset).chain
