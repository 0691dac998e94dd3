import type { Decimal } from '../money/decimal.ts'
import { compareDecimals, isWithin, meanOf } from '../money/exact.ts'

const OUTLIER_BPS = 200n
/** Minimum sources of a price. */
export const LEAST_SOURCES = 2

/** The middle price, or the mean of the two in the middle. @throws {RangeError} without prices. */
export function medianOf(prices: readonly Decimal[]): Decimal {
  const sorted = prices.toSorted(compareDecimals)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  if (!low || !high) throw new RangeError('no price has no median')
  return low === high ? low : meanOf(low, high)
}

/**
 * The agreed price of several sources: the median of those within two percent of the overall median, with those sources.
 * Two that differ by more prove nothing, because either may be wrong. Undefined when fewer than two are left.
 */
export function agreementOf<Said extends { readonly price: Decimal }>(
  said: readonly Said[],
): { readonly price: Decimal; readonly kept: readonly Said[] } | undefined {
  if (said.length < LEAST_SOURCES) return undefined
  const middle = medianOf(said.map(({ price }) => price))
  const kept = said.filter(({ price }) => isWithin(price, middle, OUTLIER_BPS))
  return kept.length < LEAST_SOURCES ? undefined : { price: medianOf(kept.map(({ price }) => price)), kept }
}
