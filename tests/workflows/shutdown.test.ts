import type { Running } from '@gateway/devnet/running'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { startSecondWorker } from '../support/second-worker.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** A process that ends in order ends within this time; the longest that it waits for is one webhook. */
const ENDED_WITHIN_MS = 30_000
/** Nothing keeps an api that has answered everything. */
const API_ENDED_WITHIN_MS = 5_000
/** Another worker goes on within this time. */
const HANDED_OVER_WITHIN_MS = 8_000
const UNDER_WAY = 4
/** A list reads a page and counts at the same time; all together are fewer than the api has connections to its database. */
const READS_OF_A_LIST = 2

let story: Story
let second: Running | undefined
beforeAll(async () => void (story = await openStory()))
afterAll(async () => {
  await second?.stop()
  await story?.close()
})

test('a worker that is asked to end hands its chains over within seconds', async () => {
  second = await startSecondWorker(story)
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  const ending = end(story, 'worker')
  const startedAt = performance.now()
  await pay(story, asked)
  expect(await ending).toBeLessThan(ENDED_WITHIN_MS)
  await story.shop.reaches(asked.id, 'detected', ENDED_WITHIN_MS)
  expect(performance.now() - startedAt).toBeLessThan(HANDED_OVER_WITHIN_MS)
  await untilForwarded(story, asked)
}, 60_000)

test('a signer that is asked to end does so at once, and the next one signs what waits', async () => {
  expect(await end(story, 'signer')).toBeLessThan(ENDED_WITHIN_MS)
  const asked = await story.shop.ask({ blockchain: 'ETH' })
  await pay(story, asked)
  await mine(story, 'ETH', 12)
  await story.shop.reaches(asked.id, 'confirmed')
  await story.gateway.start('signer')
  await story.shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
})

test('an api that is asked to end finishes the requests under way and takes no new ones', async () => {
  await story.sql.query('BEGIN; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE')
  const under = Array.from({ length: UNDER_WAY }, list)
  await eventually('the requests to be under way', async () => (await waitingReads()) >= UNDER_WAY * READS_OF_A_LIST)
  const ending = end(story, 'api')
  await eventually('the api to take no new ones', () => refuses(`${story.gateway.api}/health/live`))
  await story.sql.query('COMMIT')
  // On a busy machine the lock lasts longer than the api waits for one, and that is an answer, too.
  for (const answer of await Promise.all(under)) expect([200, 503]).toContain(answer)
  expect(await ending).toBeLessThan(API_ENDED_WITHIN_MS)
})

/** The status of a whole answer. */
async function list(): Promise<number> {
  const answer = await fetch(`${story.gateway.api}/api/payments`, { headers: { authorization: `Bearer ${story.shop.key}` } })
  await answer.json()
  return answer.status
}

/** Reads of payments that wait for the lock; nothing else reads payments while no block comes and no sweep is due. */
async function waitingReads(): Promise<number> {
  const waiting = await story.sql.query(
    "SELECT FROM pg_locks WHERE relation = 'payment'::regclass AND mode = 'AccessShareLock' AND NOT granted",
  )
  return waiting.rowCount ?? 0
}

const refuses = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  )
