import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonDecimal, findPlainDecimal, findUnits, formatUnits, toNumber } from './decimal.ts'

const anyDecimals = fc.integer({ min: 0, max: 18 })
const anyUnits = fc.bigInt({ min: 0n, max: 10n ** 78n - 1n })
const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''))

const nearlyAmounts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', ' '), maxLength: 12 }),
)
const notPlain = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '-1',
  '-0',
  '1e3',
  '1E-3',
  '.5',
  '5.',
  '1.2.3',
  '1,000',
  '1_000',
  '0x10',
  '١٢',
  '\uFF11',
  'NaN',
]
const tooLong = ['9'.repeat(10_240), `0.${'0'.repeat(10_240)}`, '9'.repeat(401)]

describe('findUnits', () => {
  test('reads back every printed amount unchanged, for any asset and size', () => {
    fc.assert(
      fc.property(anyUnits, anyDecimals, (units, decimals) => {
        expect(findUnits(formatUnits(units, decimals), decimals)).toBe(units)
      }),
    )
  })

  test('ignores leading and trailing zeros', () => {
    expect(findUnits('0012.50', 2)).toBe(1_250n)
    expect(findUnits('0.00000001', 8)).toBe(1n)
    expect(findUnits('0', 8)).toBe(0n)
  })

  test('rejects a digit finer than the unit, even a zero', () => {
    expect(findUnits('0.123456789', 8)).toBeUndefined()
    expect(findUnits('1.0', 0)).toBeUndefined()
    fc.assert(
      fc.property(anyUnits, anyDecimals, digits(1, 5), (units, decimals, more) => {
        const [whole, fraction = ''] = formatUnits(units, decimals).split('.')
        const finer = `${whole}.${fraction.padEnd(decimals, '0')}${more}`
        expect(findUnits(finer, decimals)).toBeUndefined()
      }),
    )
  })

  test.each(notPlain)('rejects "%s" as an amount', (text) => {
    expect(findUnits(text, 8)).toBeUndefined()
    expect(findPlainDecimal(text)).toBeUndefined()
  })

  test.each(tooLong)('rejects a text of kilobytes before parsing it', (text) => {
    expect(findUnits(text, 18)).toBeUndefined()
    expect(findJsonDecimal(text)).toBeUndefined()
  })

  test('accepts only digits around at most one point', () => {
    fc.assert(
      fc.property(nearlyAmounts, (text) => {
        expect(findUnits(text, 18) !== undefined).toBe(isPlain(text))
      }),
    )
  })
})

describe('formatUnits', () => {
  test.each([
    [1_500_000n, 8, '0.015'],
    [100_000_000n, 8, '1'],
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [-1_050n, 2, '-10.5'],
    [42n, 0, '42'],
    [1_000n, 0, '1000'],
  ])('prints %d units with %d decimals as %s', (units, decimals, text) => {
    expect(formatUnits(units, decimals)).toBe(text)
  })

  test('prints the shortest form: no exponent, no trailing zero, no leading zero', () => {
    fc.assert(
      fc.property(anyUnits, anyDecimals, (units, decimals) => {
        expect(formatUnits(units, decimals)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      }),
    )
  })
})

describe('findJsonDecimal', () => {
  test('reads sign, fraction and exponent exactly, without a binary float in between', () => {
    const exponent = fc.option(fc.integer({ min: -60, max: 60 }))
    fc.assert(
      fc.property(fc.boolean(), digits(1, 40), digits(0, 40), exponent, (...[negative, whole, fraction, power]) => {
        const source = `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}${power === null ? '' : `e${power}`}`
        const read = findJsonDecimal(source)
        const scaled = BigInt(`${negative ? '-' : ''}${whole}${fraction}`)
        // scaled × 10^(power − fraction.length) must equal digits ÷ 10^scale; both sides are multiplied by 10^200.
        const expected = scaled * 10n ** BigInt(200 + (power ?? 0) - fraction.length)
        expect(read && read.digits * 10n ** BigInt(200 - read.scale)).toBe(expected)
        expect(read?.scale).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('reads every number that JSON can represent without changing it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const read = findJsonDecimal(JSON.stringify(number))
        expect(read && toNumber(read)).toBe(number === 0 ? 0 : number)
      }),
    )
  })

  test.each(['', ' 1', '1 ', '+1', '.5', '5.', '1e', '1e1.5', 'NaN', 'Infinity', '0x10', '١٢', '1e99999', 'true', '[1]'])(
    'rejects "%s" as a JSON number',
    (source) => {
      expect(findJsonDecimal(source)).toBeUndefined()
    },
  )
})

function isPlain(text: string): boolean {
  const parts = text.split('.')
  const isDigits = (part: string) => part !== '' && part.split('').every((character) => '0123456789'.includes(character))
  return parts.length <= 2 && parts.every(isDigits)
}
