import { expect, test } from 'vitest'
import { retrySeconds } from './retry.ts'

const waits = (lookSeconds: number, patience = 0): number[] =>
  [1, 2, 3, 4, 5, 6, 7, 5_000].map((failures) => retrySeconds({ failures, patience }, lookSeconds, 0))

test('the wait doubles up to a minute, or to the interval of the page', () => {
  expect(waits(3)).toEqual([4, 8, 16, 32, 60, 60, 60, 60])
  expect(waits(0)).toEqual(waits(3))
  expect(waits(100)).toEqual([4, 8, 16, 32, 64, 100, 100, 100])
})

test('the wait is as long as the gateway asks for, but at most an hour', () => {
  expect(waits(3, 30)).toEqual([30, 30, 30, 32, 60, 60, 60, 60])
  expect(retrySeconds({ failures: 1, patience: 10 ** 9 }, 3, 0)).toBe(3_600)
})

test('the wait is up to a fifth longer, so that pages do not return together', () => {
  expect(retrySeconds({ failures: 2, patience: 0 }, 3, 1)).toBeCloseTo(9.6)
})
