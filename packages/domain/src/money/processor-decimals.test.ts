import { expect, test } from 'vitest'
import { fiatCodes, fiatDecimals } from './fiat.ts'
import { processorDecimals } from './processor-decimals.ts'

test.each([
  ['HUF', 2],
  ['ISK', 2],
  ['UGX', 2],
  ['KRW', 0],
  ['MGA', 0],
  ['KWD', 3],
])('an amount in %s has %d digits after the point', (currency, digits) => {
  expect(processorDecimals(currency)).toBe(digits)
})

test('the currencies that payments are made in have the digits of ISO 4217', () => {
  expect(Object.fromEntries(fiatCodes.map((code) => [code, processorDecimals(code)]))).toEqual(fiatDecimals)
})
