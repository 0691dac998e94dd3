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
  test('exactly the eight published assets can be asked for', () => {
    expect(assetCodes).toEqual(published.map(([code]) => code))
  })

  test.each(published)('%s lives on %s and is quoted with %d of its %d decimals', (...[code, chain, quoted, full]) => {
    expect(assetOf(code)).toMatchObject({ code, chain, quotedDecimals: quoted, decimals: full })
  })

  test('one quoted unit is 1e-8 of a coin, or one base unit where the coin has no more digits', () => {
    expect(quotedUnit(assetOf('BTC'))).toBe(1n)
    expect(quotedUnit(assetOf('SOL'))).toBe(10n)
    expect(quotedUnit(assetOf('ETH'))).toBe(10_000_000_000n)
    expect(quotedUnit(assetOf('USDC_ETH'))).toBe(1n)
  })

  test.each([...rateOnlySymbols, 'btc', '', 'toString', '__proto__', 'USDC-ETH'])('"%s" cannot be asked for', (text) => {
    expect(isAssetCode(text)).toBe(false)
  })
})
