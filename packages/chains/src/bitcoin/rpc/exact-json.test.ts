import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.ts'
import { Satoshis } from './shapes.ts'

const satoshis = (text: string) => Satoshis.safeParse(parseExactJson(text)).data

test('parseExactJson returns plain integers as numbers', () => {
  expect(parseExactJson('{"id":0,"height":840000,"confirmations":-1}')).toEqual({ id: 0, height: 840_000, confirmations: -1 })
})

test.each([
  ['0.30000000', 30_000_000n],
  ['20999999.97690000', 2_099_999_997_690_000n],
  ['0.1', 10_000_000n],
  ['1e-8', 1n],
  ['1E-08', 1n],
  ['50', 5_000_000_000n],
  ['0.00000001000', 1n],
])('parses %s BTC as exactly %s satoshis', (text, units) => {
  expect(satoshis(text)).toBe(units)
})

test.each(['0.000000001', '-0.1', '-1', '"0.1"', 'null', '{}', 'true'])('rejects %s as an amount of satoshis', (text) => {
  expect(satoshis(text)).toBeUndefined()
})

test('parseExactJson does not round an integer beyond the range of a float', () => {
  expect(parseExactJson('9007199254740993')).toEqual({ digits: 9_007_199_254_740_993n, scale: 0 })
})

test('parseExactJson rejects an exponent that would exhaust memory', () => {
  expect(() => parseExactJson('1e99999')).toThrow(SyntaxError)
})
