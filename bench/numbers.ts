/** The quantile of some values by nearest rank. @throws {RangeError} without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('no values were measured')
  return value
}

/** The middle value. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Milliseconds with one decimal below ten and none above. */
export const shownMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`
