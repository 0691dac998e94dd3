import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decimal } from './decimal.ts'
import { compareDecimals, divide, isWithin, meanOf, multiply } from './exact.ts'

const decimals = fc.record({ digits: fc.bigInt({ min: 1n, max: 10n ** 18n }), scale: fc.integer({ min: 0, max: 20 }) })
const of = (digits: bigint, scale = 0): Decimal => ({ digits, scale })

describe('exact arithmetic', () => {
  test('orders decimals by value, regardless of trailing zeros', () => {
    expect(compareDecimals(of(10n, 1), of(1n))).toBe(0)
    expect(compareDecimals(of(9n, 1), of(1n))).toBe(-1)
    expect(compareDecimals(of(11n, 1), of(1n))).toBe(1)
  })

  test('inverts a multiplication by a division, to the last of 24 digits', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(compareDecimals(divide(multiply(a, b), b), a)).toBe(0)
        const rest = divide(a, b)
        expect(compareDecimals(multiply(rest, b), a)).toBeLessThanOrEqual(0)
        expect(isWithin(multiply(rest, b), a, 1n)).toBe(true)
      }),
    )
  })

  test('returns the mean halfway between two values', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [low, high] = compareDecimals(a, b) <= 0 ? [a, b] : [b, a]
        const middle = meanOf(a, b)
        expect(compareDecimals(low, middle)).toBeLessThanOrEqual(0)
        expect(compareDecimals(middle, high)).toBeLessThanOrEqual(0)
        expect(compareDecimals(meanOf(b, a), middle)).toBe(0)
      }),
    )
  })

  test.each([
    [102n, true],
    [98n, true],
    [103n, false],
    [97n, false],
  ])('decides whether %s is within two percent of 100: %s', (value, expected) => {
    expect(isWithin(of(value), of(1000n, 1), 200n)).toBe(expected)
  })
})
