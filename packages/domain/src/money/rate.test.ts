import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AssetCode, assetCodes, assetOf, quotedUnit } from './asset.ts'
import { type Decimal, findPlainDecimal, findUnits, formatUnits } from './decimal.ts'
import { type FiatCode, fiatCodes, fiatDecimals } from './fiat.ts'
import { acceptedRate, convertUnits, dueUnits, usdCents } from './rate.ts'

const price = (text: string): Decimal => {
  const value = findPlainDecimal(text)
  if (!value) throw new Error(`${text} is no price`)
  return value
}
const printed = (value: Decimal): string => formatUnits(value.digits, value.scale)
const anyPrice = fc.record({ digits: fc.bigInt({ min: 1n, max: 10n ** 30n }), scale: fc.integer({ min: 0, max: 24 }) })
const anyAsset = fc.constantFrom(...assetCodes)

describe('acceptedRate', () => {
  test.each([
    ['97123.4567891', '97123.45678'],
    ['97123.45', '97123.45'],
    ['0.000012345678919', '0.00001234567891'],
    ['123456789019', '123456789000'],
    ['9999999999.99', '9999999999'],
    ['1.0000000000001', '1'],
    ['2500.00', '2500'],
  ])('accepts a price of %s as %s', (given, accepted) => {
    expect(printed(acceptedRate(price(given)))).toBe(accepted)
  })

  test('keeps the first ten significant digits and truncates the rest', () => {
    fc.assert(
      fc.property(anyPrice, (given) => {
        expect(printed(acceptedRate(given))).toBe(cutToTenDigits(printed(given)))
      }),
    )
  })

  test('leaves an accepted rate unchanged', () => {
    fc.assert(
      fc.property(anyPrice, (given) => {
        expect(acceptedRate(acceptedRate(given))).toEqual(acceptedRate(given))
      }),
    )
  })
})

describe('dueUnits', () => {
  const due = (
    code: AssetCode,
    fiat: readonly [string, FiatCode],
    { rate, spreadBps = 0 }: { rate: string; spreadBps?: number },
  ): string => {
    const asset = assetOf(code)
    const minorUnits = findUnits(fiat[0], fiatDecimals[fiat[1]]) ?? 0n
    return formatUnits(dueUnits({ asset, currency: fiat[1], minorUnits, rate: price(rate), spreadBps }), asset.decimals)
  }

  test('asks for the fiat amount at the rate', () => {
    expect(due('BTC', ['100', 'USD'], { rate: '50000' })).toBe('0.002')
    expect(due('USDC_ETH', ['12.50', 'USD'], { rate: '1' })).toBe('12.5')
    expect(due('ETH', ['1500', 'JPY'], { rate: '300000' })).toBe('0.005')
  })

  test('rounds a remainder up, once, in the last quoted digit', () => {
    expect(due('BTC', ['100', 'USD'], { rate: '97000' })).toBe('0.00103093')
    expect(due('ETH', ['10', 'USD'], { rate: '3000' })).toBe('0.00333334')
    expect(due('USDC_ETH', ['10', 'EUR'], { rate: '0.93' })).toBe('10.752689')
    expect(due('SOL', ['0.01', 'USD'], { rate: '150' })).toBe('0.00006667')
  })

  test('asks for more coins with a spread', () => {
    expect(due('BTC', ['100', 'USD'], { rate: '50000', spreadBps: 100 })).toBe('0.00202021')
    expect(due('BTC', ['95', 'USD'], { rate: '50000', spreadBps: 500 })).toBe('0.002')
  })

  test('returns the smallest quoted amount worth the price, for any asset, currency, rate and spread', () => {
    const terms = fc.record({
      asset: anyAsset.map(assetOf),
      currency: fc.constantFrom(...fiatCodes),
      minorUnits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      rate: anyPrice.map(acceptedRate),
      spreadBps: fc.integer({ min: 0, max: 500 }),
    })
    fc.assert(
      fc.property(terms, ({ asset, currency, minorUnits, rate, spreadBps }) => {
        const units = dueUnits({ asset, currency, minorUnits, rate, spreadBps })
        // units ÷ 10^decimals × rate × (1 − spread) ≥ fiat, with every fraction multiplied out.
        const isWorthIt = (candidate: bigint) =>
          candidate * rate.digits * BigInt(10_000 - spreadBps) * 10n ** BigInt(fiatDecimals[currency]) >=
          minorUnits * 10n ** BigInt(asset.decimals + rate.scale) * 10_000n
        expect(units % quotedUnit(asset)).toBe(0n)
        expect(isWorthIt(units)).toBe(true)
        expect(isWorthIt(units - quotedUnit(asset))).toBe(false)
      }),
    )
  })
})

describe('usdCents', () => {
  test.each([
    ['BTC', '0.002', '50000', 10_000n],
    ['BTC', '0.00199999', '50000', 9_999n],
    ['ETH', '0.000000000000000001', '3000', 0n],
    ['USDC_ETH', '999.999999', '1', 99_999n],
    ['POL', '100', '0.4567', 4_567n],
  ] as const)('values %s %s at %s USD as %d cents, rounded down', (...[code, amount, rate, cents]) => {
    const asset = assetOf(code)
    expect(usdCents(findUnits(amount, asset.decimals) ?? -1n, asset, price(rate))).toBe(cents)
  })

  test('returns the largest number of cents that the amount covers', () => {
    fc.assert(
      fc.property(anyAsset.map(assetOf), fc.bigInt({ min: 0n, max: 10n ** 30n }), anyPrice, (asset, units, rate) => {
        const cents = usdCents(units, asset, rate)
        const covers = (candidate: bigint) => candidate * 10n ** BigInt(asset.decimals + rate.scale) <= units * rate.digits * 100n
        expect(covers(cents)).toBe(true)
        expect(covers(cents + 1n)).toBe(false)
      }),
    )
  })
})

/** Replaces every digit after the tenth significant one by zero, working on the text alone. */
function cutToTenDigits(text: string): string {
  let significant = 0
  const cut = text.split('').map((character) => {
    if (character === '.') return character
    if (significant > 0 || character !== '0') significant++
    return significant > 10 ? '0' : character
  })
  const zeroed = cut.join('')
  return zeroed.includes('.') ? zeroed.replace(/0+$/, '').replace(/\.$/, '') : zeroed
}

describe('convertUnits', () => {
  const ether = { asset: assetOf('ETH'), usdRate: price('2500') }
  const usdc = { asset: assetOf('USDC_ETH'), usdRate: price('1') }

  test('returns the units of equal value, rounded up', () => {
    expect(convertUnits(6_615_000_000_000_000n, ether, usdc)).toBe(16_537_500n)
    expect(convertUnits(1n, ether, usdc)).toBe(1n)
  })

  test('never returns less than equal value, nor a whole unit more', () => {
    fc.assert(
      fc.property(anyAsset, anyPrice, fc.bigInt({ min: 0n, max: 10n ** 30n }), (code, usdRate, units) => {
        const to = { asset: assetOf(code), usdRate }
        const worth = units * ether.usdRate.digits * 10n ** BigInt(to.asset.decimals + usdRate.scale)
        const unit = usdRate.digits * 10n ** BigInt(ether.asset.decimals + ether.usdRate.scale)
        const converted = convertUnits(units, ether, to)
        expect(converted * unit >= worth && (converted - 1n) * unit < worth).toBe(true)
      }),
    )
  })
})
