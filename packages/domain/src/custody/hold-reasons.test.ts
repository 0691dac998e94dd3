import { expect, test } from 'vitest'
import { holdEndings, releasableReasons, shownHoldReason, unsettledReasons } from './hold-reasons.ts'
import { restMs } from './rules.ts'

test('operators may release only payouts held by a velocity cap', () => {
  expect([...releasableReasons].toSorted()).toEqual(['above_velocity_cap', 'no_price_for_cap'])
})

test('a reason with a retry delay ends by itself, and an unsettled payout is never retried', () => {
  for (const reason of Object.keys(restMs)) expect(holdEndings).toHaveProperty(reason, 'itself')
  for (const reason of unsettledReasons) expect(restMs).not.toHaveProperty(reason)
})

test.each([
  ['paused:chain:BTC', 'paused'],
  ['above_velocity_cap', 'awaits_approval'],
  ['below_cost_of_forwarding', 'below_cost_of_forwarding'],
  ['commit_differs_from_pin', 'under_investigation'],
  ['a_reason_of_tomorrow', 'under_investigation'],
])('a merchant sees the hold reason %s as %s', (reason, shown) => {
  expect(shownHoldReason(reason)).toBe(shown)
})
