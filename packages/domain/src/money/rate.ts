import { type Asset, quotedUnit } from './asset.ts'
import type { Decimal } from './decimal.ts'
import { type FiatCode, fiatDecimals } from './fiat.ts'
import { type Bps, divideDown, divideUp } from './rounding.ts'

const SIGNIFICANT_DIGITS = 10

/** Truncates a price to ten significant digits; that number is stored, shown and used, so a quote can be recomputed. */
export function acceptedRate(price: Decimal): Decimal {
  const surplus = price.digits.toString().length - SIGNIFICANT_DIGITS
  if (surplus <= 0) return shortest(price)
  const kept = divideDown(price.digits, 10n ** BigInt(surplus))
  const scale = price.scale - surplus
  return scale >= 0 ? shortest({ digits: kept, scale }) : { digits: kept * 10n ** BigInt(-scale), scale: 0 }
}

/** The amount a payer must send for a fiat amount: rounded up once, to the quoted precision, in base units of the asset. */
export function dueUnits(terms: { asset: Asset; currency: FiatCode; minorUnits: bigint; rate: Decimal; spreadBps: Bps }): bigint {
  const { asset, currency, minorUnits, rate, spreadBps } = terms
  const numerator = minorUnits * 10n ** BigInt(asset.quotedDecimals + rate.scale) * 10_000n
  const denominator = 10n ** BigInt(fiatDecimals[currency]) * rate.digits * BigInt(10_000 - spreadBps)
  return divideUp(numerator, denominator) * quotedUnit(asset)
}

/** Value of an amount in US cents at a USD price, rounded down. */
export const usdCents = (units: bigint, asset: Asset, usdRate: Decimal): bigint =>
  minorUnitsOf(units, { asset, currency: 'USD', rate: usdRate })

/** Value of an amount in the smallest unit of a currency at a price in it, rounded down. */
export function minorUnitsOf(units: bigint, { asset, currency, rate }: { asset: Asset; currency: FiatCode; rate: Decimal }): bigint {
  return divideDown(units * rate.digits * 10n ** BigInt(fiatDecimals[currency]), 10n ** BigInt(asset.decimals + rate.scale))
}

function shortest({ digits, scale }: Decimal): Decimal {
  let [left, places] = [digits, scale]
  while (places > 0 && left % 10n === 0n) [left, places] = [left / 10n, places - 1]
  return { digits: left, scale: places }
}

/** Value of a fiat amount in US cents, by an asset's prices in both currencies at one moment, rounded down. */
export function usdCentsOfFiat(minorUnits: bigint, currency: FiatCode, prices: { rate: Decimal; usdRate: Decimal }): bigint {
  if (currency === 'USD') return minorUnits
  const numerator = minorUnits * prices.usdRate.digits * 10n ** BigInt(prices.rate.scale) * 100n
  return divideDown(numerator, 10n ** BigInt(fiatDecimals[currency] + prices.usdRate.scale) * prices.rate.digits)
}

/** An asset with its price in US dollars. */
export interface PricedAsset {
  readonly asset: Asset
  readonly usdRate: Decimal
}

/** Converts an amount to base units of another asset at their prices, rounded up. */
export function convertUnits(units: bigint, from: PricedAsset, to: PricedAsset): bigint {
  const numerator = units * from.usdRate.digits * 10n ** BigInt(to.asset.decimals + to.usdRate.scale)
  return divideUp(numerator, 10n ** BigInt(from.asset.decimals + from.usdRate.scale) * to.usdRate.digits)
}
