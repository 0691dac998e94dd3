import { expect, test } from 'vitest'
import { holdEndings, releasableReasons, unsettledReasons } from './hold-reasons.ts'
import { restMs } from './rules.ts'

test('operators may set aside only what a cap on what leaves has held', () => {
  expect([...releasableReasons].toSorted()).toEqual(['above_velocity_cap', 'no_price_for_cap'])
})

test('what is tried again after a rest passes by itself, and what has left is never tried again', () => {
  for (const reason of Object.keys(restMs)) expect(holdEndings).toHaveProperty(reason, 'itself')
  for (const reason of unsettledReasons) expect(restMs).not.toHaveProperty(reason)
})
