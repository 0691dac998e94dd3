import { expect, test } from 'vitest'
import { holdEndings, releasableReasons, unsettledReasons } from './hold-reasons.ts'
import { restMs } from './rules.ts'

test('operators may release only payouts held by a velocity cap', () => {
  expect([...releasableReasons].toSorted()).toEqual(['above_velocity_cap', 'no_price_for_cap'])
})

test('a reason with a retry delay ends by itself, and an unsettled payout is never retried', () => {
  for (const reason of Object.keys(restMs)) expect(holdEndings).toHaveProperty(reason, 'itself')
  for (const reason of unsettledReasons) expect(restMs).not.toHaveProperty(reason)
})
