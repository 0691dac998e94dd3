import { eventually } from '@gateway/testing/wait'
import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { flood, signerRuns } from '../support/signer-tasks.ts'
import { openStory, type Story } from '../support/story.ts'
import { openTemporal, readRun, untilRunWaits } from '../support/temporal.ts'

let story: Story
let temporal: Client
beforeAll(async () => {
  story = await openStory()
  temporal = await openTemporal(story)
})
afterAll(async () => {
  await temporal?.connection.close()
  await story?.close()
})

const TASKS = 600
/** What the signer begins in a second. */
const PER_SECOND = 100
const SECOND_MS = 1_000

test('a flood of requests makes the signer begin no more of them in a second than it allows, and look at each of them', async () => {
  // Requests about nothing are refused without a look into the database, so that nothing but the limit holds them up.
  const begun = await flood(
    temporal,
    Array.from({ length: TASKS }, () => null),
  )
  expect(begun).toHaveLength(TASKS)
  const most = Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + SECOND_MS).length))
  // What was not used of the second before may come at once.
  expect(most).toBeLessThanOrEqual(2.5 * PER_SECOND)
  const tookMs = Math.max(...begun) - Math.min(...begun)
  expect(tookMs).toBeGreaterThanOrEqual((TASKS / PER_SECOND - 1) * SECOND_MS)
})

test('a run that is told by anybody that its money is there asks the signer once for each such word, and goes on by what its row says', async () => {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  const run = await untilRunWaits(temporal, asked.id)
  const WORDS = 5
  for (let word = 1; word <= WORDS; word++) {
    await run.signal('paymentAdvanced', { sequence: word * PER_SECOND, state: 'confirmed' })
    await eventually('the signer to be asked', async () => signerRuns(await readRun(temporal, `payment/${asked.id}`)) === word)
  }
  await pay(story, asked)
  await untilForwarded(story, asked)
  // One of them in earnest.
  expect(signerRuns(await readRun(temporal, `payment/${asked.id}`))).toBe(WORDS + 1)
})
