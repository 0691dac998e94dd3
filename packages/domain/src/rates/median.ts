import type { Decimal } from '../money/decimal.ts'
import { compareDecimals, isWithin, meanOf } from '../money/exact.ts'

const OUTLIER_BPS = 200n
/** Fewer sources prove nothing. */
export const LEAST_SOURCES = 2

/** The middle price, or the mean of the two in the middle. @throws {RangeError} when there is none. */
export function medianOf(prices: readonly Decimal[]): Decimal {
  const sorted = prices.toSorted(compareDecimals)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  if (!low || !high) throw new RangeError('no price has no median')
  return low === high ? low : meanOf(low, high)
}

/**
 * What several sources agree on: the median of those within two percent of the median of all, with those.
 *
 * Two that are further apart than that prove nothing, because nobody can say which of them is wrong. Undefined when fewer than two are left.
 */
export function agreementOf<Said extends { readonly price: Decimal }>(
  said: readonly Said[],
): { readonly price: Decimal; readonly kept: readonly Said[] } | undefined {
  if (said.length < LEAST_SOURCES) return undefined
  const middle = medianOf(said.map(({ price }) => price))
  const kept = said.filter(({ price }) => isWithin(price, middle, OUTLIER_BPS))
  return kept.length < LEAST_SOURCES ? undefined : { price: medianOf(kept.map(({ price }) => price)), kept }
}
