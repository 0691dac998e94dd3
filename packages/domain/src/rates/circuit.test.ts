import { expect, test } from 'vitest'
import { isOpen, restMs } from './circuit.ts'

test('a rate source that fails three times rests for a minute, then twice as long each time, up to ten minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 2_000].map((failures) => restMs(failures) / 60_000)).toEqual([0, 0, 0, 1, 2, 4, 8, 10, 10])
  expect([2, 3].map(isOpen)).toEqual([false, true])
})
