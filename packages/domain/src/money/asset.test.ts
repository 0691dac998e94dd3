import { describe, expect, test } from 'vitest'
import { assetCodes, assetOf, isAssetCode, quotedUnit, rateOnlySymbols } from './asset.ts'

const published = [
  // code, chain, quoted decimals, full decimals
  ['BTC', 'BTC', 8, 8],
  ['BCH', 'BCH', 8, 8],
  ['ETH', 'ETH', 8, 18],
  ['POL', 'POL', 8, 18],
  ['SOL', 'SOL', 8, 9],
  ['USDC_ETH', 'ETH', 6, 6],
  ['USDC_POL', 'POL', 6, 6],
  ['USDC_SOL', 'SOL', 6, 6],
] as const

describe('assets', () => {
  test('include exactly the eight published codes', () => {
    expect(assetCodes).toEqual(published.map(([code]) => code))
  })

  test.each(published)('include %s on chain %s, quoted with %d of its %d decimals', (...[code, chain, quoted, full]) => {
    expect(assetOf(code)).toMatchObject({ code, chain, quotedDecimals: quoted, decimals: full })
  })

  test('use a quoted unit of 1e-8 coin, or one base unit where the coin has no more digits', () => {
    expect(quotedUnit(assetOf('BTC'))).toBe(1n)
    expect(quotedUnit(assetOf('SOL'))).toBe(10n)
    expect(quotedUnit(assetOf('ETH'))).toBe(10_000_000_000n)
    expect(quotedUnit(assetOf('USDC_ETH'))).toBe(1n)
  })

  test.each([...rateOnlySymbols, 'btc', '', 'toString', '__proto__', 'USDC-ETH'])('exclude "%s"', (text) => {
    expect(isAssetCode(text)).toBe(false)
  })
})
