import { expect, test } from 'vitest'
import { backoffMs } from './activities.ts'

test.each([
  [250, [250, 500, 1_000, 2_000, 2_000]],
  [1_000, [1_000, 2_000, 2_000, 2_000, 2_000]],
  [5_000, [5_000, 5_000, 5_000, 5_000, 5_000]],
])('a node that is asked every %i ms and is away is asked less often, and again within two seconds or as usual', (pollMs, pauses) => {
  expect([0, 1, 2, 3, 99].map((failures) => backoffMs(pollMs, failures))).toEqual(pauses)
})
