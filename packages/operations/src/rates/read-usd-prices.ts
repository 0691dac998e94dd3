import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import type { Decimal } from '@gateway/domain/money/decimal'
import { acceptedRate } from '@gateway/domain/money/rate'
import { pegged } from '@gateway/domain/rates/peg'
import type { RatesContext } from './get-rate.ts'

/** Current prices in US dollars, by asset. An asset without a trustworthy price is missing. */
export type UsdPrices = ReadonlyMap<AssetCode, Decimal>

/**
 * Reads the current prices of some assets.
 *
 * The rate source may use a database connection of its own, so callers with many open connections call this before their transaction.
 */
export async function readUsdPrices({ rates, clock }: RatesContext, assets: Iterable<AssetCode>): Promise<UsdPrices> {
  const prices = new Map<AssetCode, Decimal>()
  for (const asset of new Set(assets)) {
    const { ticker } = assetOf(asset)
    const accepted = await rates.findPrice({ ticker, currency: 'USD' }, clock.now())
    if (accepted && accepted.price.digits > 0n) prices.set(asset, acceptedRate(pegged(ticker, accepted.price)))
  }
  return prices
}
