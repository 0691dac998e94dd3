import type { Running } from '@gateway/devnet/running'
import { eventually } from '@gateway/testing/wait'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { startSecondWorker } from '../support/second-worker.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { openTemporal } from '../support/temporal.ts'

const UNDER_WAY = 4
/** A list reads a page and counts at the same time; all together are fewer than the api has connections to its database. */
const READS_OF_A_LIST = 2

let story: Story
let second: Running | undefined
beforeAll(async () => void (story = await openStory({ fromSources: true })))
afterAll(async () => {
  await second?.stop()
  await story?.close()
})

test('a worker that is asked to end hands its chains over: nobody has to miss it first', async () => {
  second = await startSecondWorker(story)
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  const before = await scanOf('BTC')
  const ending = end(story, 'worker')
  await pay(story, asked)
  expect(await ending).toBe(0)
  const handedOver = await eventually('the scan to be tried again', async () => {
    const scan = await scanOf('BTC')
    return scan.attempt > before.attempt && scan
  })
  expect(handedOver.lastFailure).toMatchObject({ timeoutFailureInfo: null })
  await untilForwarded(story, asked)
})

test('a signer that is asked to end does so at once, and the next one signs what waits', async () => {
  expect(await end(story, 'signer')).toBe(0)
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
  expect(await ending).toBe(0)
})

/** The scan of a chain that is under way, and how the one before it ended. */
async function scanOf(chain: 'BTC') {
  const client = await openTemporal(story)
  try {
    const { raw } = await client.workflow.getHandle(scannerWorkflowId(chain)).describe()
    const [scan] = raw.pendingActivities ?? []
    return { attempt: scan?.attempt ?? 1, lastFailure: scan?.lastFailure }
  } finally {
    await client.connection.close()
  }
}

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
