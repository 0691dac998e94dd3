import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditOf, remainderOf } from './crediting.ts'

const quote = { quotedUnits: 1_620_083n, toleranceUnits: 1n, remainderMinor: 88_000n }

test('a sufficient deposit credits the whole remainder, and one that is too small its share of the quote, rounded down', () => {
  expect(creditOf({ ...quote, receivedUnits: 1_620_083n })).toBe(88_000n)
  expect(creditOf({ ...quote, receivedUnits: 1_620_082n })).toBe(88_000n)
  expect(creditOf({ ...quote, receivedUnits: 2_000_000n })).toBe(88_000n)
  expect(creditOf({ ...quote, receivedUnits: 810_041n })).toBe(43_999n)
  expect(creditOf({ ...quote, receivedUnits: 0n })).toBe(0n)
})

test('a deposit never credits more than the remainder, nor more than it is worth', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 24n })
  fc.assert(
    fc.property(units, units, fc.bigInt({ min: 0n, max: 10n ** 12n }), (receivedUnits, quotedUnits, remainderMinor) => {
      const credit = creditOf({ receivedUnits, quotedUnits, toleranceUnits: 0n, remainderMinor })
      expect(credit >= 0n && credit <= remainderMinor).toBe(true)
      expect(receivedUnits >= quotedUnits || credit * quotedUnits <= receivedUnits * remainderMinor).toBe(true)
    }),
  )
})

test('the remainder of an overpaid invoice is 0', () => {
  expect(remainderOf({ amountMinor: 100n, creditedMinor: 40n })).toBe(60n)
  expect(remainderOf({ amountMinor: 100n, creditedMinor: 140n })).toBe(0n)
})
