/**
 * The delay that a receiver asks for, in milliseconds, from its `Retry-After` header (RFC 9110 §10.2.3).
 *
 * A date is measured against the same response's `Date`, so that the clocks need not agree; without one it is ignored.
 */
export function readRetryAfter(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const { 'retry-after': wish, date } = headers
  if (typeof wish !== 'string') return undefined
  if (/^\d{1,9}$/.test(wish)) return Number(wish) * 1_000
  const wait = Date.parse(wish) - Date.parse(typeof date === 'string' ? date : '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
