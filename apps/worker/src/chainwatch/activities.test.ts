import { expect, test } from 'vitest'
import { backoffMs } from './activities.ts'

test.each([
  [250, [250, 500, 1_000, 2_000, 2_000]],
  [1_000, [1_000, 2_000, 2_000, 2_000, 2_000]],
  [5_000, [5_000, 5_000, 5_000, 5_000, 5_000]],
])('backoffMs doubles the polling interval of %i ms for an unavailable node, up to two seconds', (pollMs, pauses) => {
  expect([0, 1, 2, 3, 99].map((failures) => backoffMs(pollMs, failures))).toEqual(pauses)
})
