import { formatUnits } from '@gateway/domain/money/decimal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { parseJson } from './json.ts'
import { AssetName, CurrencyName, FiatAmount } from './money.ts'

const codeOf = ({ error }: z.ZodSafeParseResult<unknown>): unknown => {
  const [issue] = error?.issues ?? []
  return issue?.code === 'custom' ? issue.params?.['code'] : undefined
}

describe('FiatAmount', () => {
  test.each([
    NaN,
    Infinity,
    -Infinity,
    0,
    -0,
    -1,
    '',
    ' 1',
    '1 ',
    '1,000',
    '0x10',
    '١٢',
    '1e3',
    '+1',
    '-1',
    '.5',
    '5.',
    '0',
    '0.00',
    true,
    null,
    [1],
    {},
    '9'.repeat(500),
  ])('rejects %s', (raw) => {
    const read = FiatAmount.safeParse(raw)
    expect([read.success, codeOf(read)]).toEqual([false, 'INVALID_AMOUNT'])
  })

  test('reports an absent amount as required', () => {
    expect(FiatAmount.safeParse(undefined).error?.issues[0]?.message).toBe('is required')
  })

  test.each([
    [12.5, '12.5'],
    ['12.50', '12.5'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [1_000_000, '1000000'],
  ])('reads %s as exactly %s', (raw, printed) => {
    const { digits, scale } = FiatAmount.parse(raw)
    expect(formatUnits(digits, scale)).toBe(printed)
  })

  test('reads a number and the same number as a string equally, at any length', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 12 }))
    fc.assert(
      fc.property(amounts, ([digits, scale]) => {
        const text = formatUnits(digits, scale)
        const [number] = parseJson(`[${text}]`) as (number | string)[]
        const read = FiatAmount.parse(number)
        expect(formatUnits(read.digits, read.scale)).toBe(text)
        expect(FiatAmount.parse(text)).toEqual({ digits: BigInt(text.replace('.', '')), scale: text.split('.')[1]?.length ?? 0 })
      }),
    )
  })
})

describe('AssetName and CurrencyName', () => {
  test.each(['btc', 'BTC', 'Usdc_Eth'])('accept %s in any case', (raw) => expect(AssetName.parse(raw)).toBe(raw.toUpperCase()))

  test.each(['DOGE', 'USDC', 'ΒTC', 'BTC ', ' btc', 'ß', 'constructor', '__proto__', '', ['BTC'], 1, {}])('reject the coin %s', (raw) => {
    expect(codeOf(AssetName.safeParse(raw))).toBe('UNSUPPORTED_BLOCKCHAIN')
  })

  test('reject a dotless i', () => expect(CurrencyName.safeParse('ınr').success).toBe(false))

  test.each(['XRP', 'usdt', 'EURO', ['USD'], 840])('reject the currency %s', (raw) => {
    expect(codeOf(CurrencyName.safeParse(raw))).toBe('UNSUPPORTED_CURRENCY')
  })
})
