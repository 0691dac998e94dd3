/** A text in the search of an address; undefined without one. The router reads digits as a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** One of a few values in the search of an address; undefined for anything else. */
export const readOneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined => values.find((one) => one === value)
