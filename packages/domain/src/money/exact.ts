import type { Decimal } from './decimal.ts'

/** Digits of a quotient; more than twice those of any accepted rate. */
const QUOTIENT_DIGITS = 24

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** `a × b`, exactly. */
export const multiply = (a: Decimal, b: Decimal): Decimal => ({ digits: a.digits * b.digits, scale: a.scale + b.scale })

/** `(a + b) / 2`, exactly. */
export function meanOf(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b)
  return { digits: (left + right) * 5n, scale: scale + 1 }
}

/** `a / b` to at least 24 significant digits, rounded down. Both are above 0. */
export function divide(a: Decimal, b: Decimal): Decimal {
  const shift = Math.max(0, QUOTIENT_DIGITS + lengthOf(b) - lengthOf(a))
  const scale = a.scale + shift - b.scale
  const digits = (a.digits * 10n ** BigInt(shift)) / b.digits
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** True when a value deviates from the reference by at most `bps`, in either direction. */
export function isWithin(value: Decimal, reference: Decimal, bps: bigint): boolean {
  const [is, should] = aligned(value, reference)
  const miss = is > should ? is - should : should - is
  return miss * 10_000n <= should * bps
}

const lengthOf = ({ digits }: Decimal): number => digits.toString().length

/** The digits of both at the larger scale. */
function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale), scale]
}
