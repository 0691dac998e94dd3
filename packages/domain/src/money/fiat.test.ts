import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, findJsonDecimal, findPlainDecimal, formatUnits } from './decimal.ts'
import { fiatCodes, fiatDecimal, fiatDecimals, findMinorUnits, isFiatCode } from './fiat.ts'

const written = (source: string): Decimal => {
  const value = findJsonDecimal(source)
  if (!value) throw new Error(`${source} is no number`)
  return value
}

describe('findMinorUnits', () => {
  test.each([
    ['12.50', 'USD', 1_250n],
    ['1000000', 'USD', 100_000_000n],
    ['1e3', 'EUR', 100_000n],
    ['0.30000000000000004', 'USD', 30n],
    ['29.999999999999996', 'GBP', 3_000n],
    ['12.340000001', 'USD', 1_234n],
    ['12.339999999', 'USD', 1_234n],
    ['150', 'JPY', 150n],
    ['150.000000001', 'JPY', 150n],
    ['149.999999999', 'JPY', 150n],
  ] as const)('reads %s %s as %d minor units', (source, currency, minor) => {
    expect(findMinorUnits(written(source), currency)).toBe(minor)
  })

  test.each([
    ['12.345', 'USD'],
    ['12.3400000011', 'USD'],
    ['12.3399999989', 'USD'],
    ['0.005', 'EUR'],
    ['1.5', 'JPY'],
    ['1.000000002', 'JPY'],
    ['-1', 'USD'],
    ['-0.30', 'USD'],
  ] as const)('rejects %s %s, because the intended cent is ambiguous', (source, currency) => {
    expect(findMinorUnits(written(source), currency)).toBeUndefined()
  })

  test('rounds an amount too small for the currency to zero, never up to one unit', () => {
    expect(findMinorUnits(written('1e-30'), 'USD')).toBe(0n)
    expect(findMinorUnits(written('1e-30'), 'JPY')).toBe(0n)
  })

  test('reads 0.1 + 0.2 as thirty cents', () => {
    expect(findMinorUnits(written(JSON.stringify(0.1 + 0.2)), 'USD')).toBe(30n)
  })

  test('reads a sum of two prices computed in binary floats as the sum of their cents', () => {
    const cents = fc.integer({ min: 0, max: 50_000_000 })
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(findMinorUnits(written(JSON.stringify(a / 100 + b / 100)), 'USD')).toBe(BigInt(a) + BigInt(b))
      }),
    )
  })

  test('leaves an exact amount unchanged in every currency, also after printing and parsing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fiatCodes), fc.bigInt({ min: 0n, max: 10n ** 30n }), (currency, minor) => {
        expect(findMinorUnits(fiatDecimal(minor, currency), currency)).toBe(minor)
        const text = formatUnits(minor, fiatDecimals[currency])
        expect(findMinorUnits(findPlainDecimal(text) ?? written('0.001'), currency)).toBe(minor)
      }),
    )
  })

  test('accepts an amount exactly when it is within a billionth of a whole minor unit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fiatCodes), fc.bigInt({ min: 1n, max: 10n ** 9n }), offBy, (currency, minor, picos) => {
        const scale = 12 - fiatDecimals[currency]
        const amount = { digits: minor * 10n ** BigInt(scale) + picos, scale: 12 }
        const accepted = picos >= -1_000n && picos <= 1_000n
        expect(findMinorUnits(amount, currency)).toBe(accepted ? minor : undefined)
      }),
    )
  })
})

/** Distance from a whole minor unit in 10^-12 of the currency, always closer to it than to its neighbours. */
const offBy = fc.oneof(fc.bigInt({ min: -2_000n, max: 2_000n }), fc.bigInt({ min: -4_999_999_999n, max: 4_999_999_999n }))

describe('currencies', () => {
  test('include ten codes, of which only the yen has no cents', () => {
    expect(fiatCodes).toEqual(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'CHF', 'CNY', 'INR', 'BRL'])
    expect(fiatCodes.filter((code) => fiatDecimals[code] !== 2)).toEqual(['JPY'])
  })

  test.each(['usd', 'XYZ', '', 'toString', '__proto__', 'USD '])('exclude "%s"', (text) => {
    expect(isFiatCode(text)).toBe(false)
  })
})
