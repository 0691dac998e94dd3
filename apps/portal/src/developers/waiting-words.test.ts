import { expect, test } from 'vitest'
import { waitingWords } from './waiting-words.ts'

test.each([
  [1, '1 delivery'],
  [999, '999 deliveries'],
  [1_000, '1,000 or more deliveries'],
])('%i that wait are %s: the server counts to a thousand', (waiting, words) => {
  expect(waitingWords(waiting)).toBe(words)
})
