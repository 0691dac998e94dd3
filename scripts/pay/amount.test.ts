import { expect, test } from 'vitest'
import { partOf, unitsOf } from './amount.ts'

test('an amount is read exactly, up to the decimals of its asset', () => {
  expect([unitsOf('0.00041667', 'BTC'), unitsOf('25', 'USDC_ETH'), unitsOf('0.000000000000000001', 'ETH')]).toEqual([
    41_667n,
    25_000_000n,
    1n,
  ])
})

test.each(['0', '-1', '1e3', '', 'all', '0.000000001'])('%j is refused as an amount of BTC', (text) => {
  expect(() => unitsOf(text, 'BTC')).toThrow(`${text} is no amount of BTC: use a decimal above 0 with at most 8 digits after the point`)
})

test('half and double are parts of the due amount', () => {
  expect(['half', 'double', '0.1'].map((text) => partOf(41_667n, text, 'BTC'))).toEqual([20_833n, 83_334n, 10_000_000n])
})
