import { expect, test } from 'vitest'
import { parseLamports } from './parse-lamports.ts'

test.each([
  ['[9007199254740991]', [9_007_199_254_740_991]],
  ['[9007199254740992]', [9_007_199_254_740_992n]],
  ['{"lamports":18446744073709551615,"slot":5}', { lamports: 18_446_744_073_709_551_615n, slot: 5 }],
  ['{"a":[1, 12345678901234567890],"b":1.5}', { a: [1, 12_345_678_901_234_567_890n], b: 1.5 }],
  ['{"text":"12345678901234567890","uiAmount":0.1}', { text: '12345678901234567890', uiAmount: 0.1 }],
  ['{"text":":12345678901234567890","x":1e3}', { text: ':12345678901234567890', x: 1_000 }],
])('parseLamports reads %s exactly', (text, value) => {
  expect(parseLamports(text)).toEqual(value)
})

test('parseLamports rejects a text that is not JSON', () => {
  expect(() => parseLamports('<html>')).toThrow(SyntaxError)
})
