import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'

test('an amount in the smallest unit of its currency is written exactly, without a float between', () => {
  expect(formatAmount(2_900, { currency: 'eur', unit: 'minor' })).toBe('€29.00')
  expect(formatAmount(9_007_199_254_740_991, { currency: 'USD', unit: 'minor' })).toBe('$90,071,992,547,409.91')
  expect(formatAmount(500, { currency: 'JPY', unit: 'minor' })).toBe('¥500')
})

test('an amount in whole units keeps its last digit', () => {
  expect(formatAmount(1.005, { currency: 'EUR', unit: 'major' })).toBe('€1.005')
})
