import { expect, test } from 'vitest'
import { consumeTheSame } from './transaction-input.ts'

const [first, second] = [
  { resource: 'aa', sequence: 0 },
  { resource: 'aa', sequence: 1 },
]

test('the same inputs in another order are the same', () => {
  expect(consumeTheSame([first, second], [second, first])).toBe(true)
})

test.each([
  ['a further input', [first], [first, second]],
  ['one input less', [first, second], [first]],
  ['another number', [first], [second]],
  ['another resource', [first], [{ ...first, resource: 'bb' }]],
])('%s makes others', (_, one, other) => {
  expect(consumeTheSame(one, other)).toBe(false)
})
