import { eventually } from '@gateway/testing/wait'
import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import { flood, signerRuns } from '../support/signer-tasks.ts'
import type { Story } from '../support/story.ts'
import { openTemporal, readRun, untilRunWaits } from '../support/temporal.ts'

let story: Story
let temporal: Client
beforeAll(async () => {
  story = await sharedStory()
  temporal = await openTemporal(story)
})
afterAll(async () => {
  await temporal?.connection.close()
  await story?.close()
})

const TASKS = 600
/** The tasks that the signer starts in a second. */
const PER_SECOND = 100
const SECOND_MS = 1_000

test('a flood of tasks does not exceed the rate limit of the signer, and each task is run', async () => {
  // Empty tasks are rejected without a query, so only the limit slows them.
  const begun = await flood(
    temporal,
    Array.from({ length: TASKS }, () => null),
  )
  expect(begun).toHaveLength(TASKS)
  const most = Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + SECOND_MS).length))
  // The unused share of the previous second may be spent at once.
  expect(most).toBeLessThanOrEqual(2.5 * PER_SECOND)
  const tookMs = Math.max(...begun) - Math.min(...begun)
  expect(tookMs).toBeGreaterThanOrEqual((TASKS / PER_SECOND - 1) * SECOND_MS)
})

test('a forged "paid" signal makes a payment workflow call the signer once, and only its row decides', async () => {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  const run = await untilRunWaits(temporal, asked.id)
  const WORDS = 5
  for (let word = 1; word <= WORDS; word++) {
    await run.signal('paymentAdvanced', { sequence: word * PER_SECOND, state: 'confirmed' })
    await eventually('the signer to be called', async () => signerRuns(await readRun(temporal, `payment/${asked.id}`)) === word)
  }
  await pay(story, asked)
  await untilForwarded(story, asked)
  // One call for the real deposit.
  expect(signerRuns(await readRun(temporal, `payment/${asked.id}`))).toBe(WORDS + 1)
})
