import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideDown, divideUp, portion } from './rounding.ts'

const natural = fc.bigInt({ min: 0n, max: 10n ** 60n })
const positive = fc.bigInt({ min: 1n, max: 10n ** 40n })

test('divideDown and divideUp agree without a remainder and differ by one otherwise', () => {
  fc.assert(
    fc.property(natural, positive, (numerator, denominator) => {
      const down = divideDown(numerator, denominator)
      expect(down * denominator <= numerator && (down + 1n) * denominator > numerator).toBe(true)
      expect(divideUp(numerator, denominator)).toBe(down * denominator === numerator ? down : down + 1n)
    }),
  )
})

test('portion rounds a fee down to the base unit, in favour of the merchant', () => {
  expect(portion(9_999n, 100)).toBe(99n)
  expect(portion(10_000n, 100)).toBe(100n)
  expect(portion(99n, 100)).toBe(0n)
  expect(portion(199n, 50)).toBe(0n)
  expect(portion(10n ** 30n, 50)).toBe(5n * 10n ** 27n)
})
