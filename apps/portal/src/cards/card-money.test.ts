import { expect, test } from 'vitest'
import { formatMinor, readMinor } from './card-money.ts'

test.each([
  [2_500, 'usd', '$25.00'],
  [500, 'jpy', '¥500'],
  [100_000_000, 'eur', '€1,000,000.00'],
  [-1_250, 'gbp', '-£12.50'],
  [1_250, 'sek', 'kr 12.50'],
  [123_450, 'huf', 'Ft 1,234.50'],
  [4_000, 'isk', 'kr 40.00'],
  [5_120, 'kwd', 'KWD 5.120'],
])('%d in %s is shown as %s', (minor, currency, shown) => {
  expect(formatMinor(minor, currency).replace('\u00a0', ' ')).toBe(shown)
})

test.each([
  ['5', 'usd', 500],
  ['5,25', 'usd', 525],
  [' 0.01 ', 'eur', 1],
  ['500', 'jpy', 500],
])('a typed %s in %s is %d', (typed, currency, minor) => {
  expect(readMinor(typed, currency)).toBe(minor)
})

test.each([
  ['0.001', 'usd'],
  ['0.5', 'jpy'],
  ['0', 'usd'],
  ['-5', 'usd'],
  ['all', 'usd'],
])('a typed %s in %s is no amount', (typed, currency) => {
  expect(readMinor(typed, currency)).toBeUndefined()
})
