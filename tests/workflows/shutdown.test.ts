import type { Running } from '@gateway/devnet/processes/running'
import type { ShownPayment } from '@gateway/scripts/demo/client'
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
/** How Temporal's SDK ends an activity whose worker is asked to end. */
const HANDED_OVER = 'WorkerShutdown'

let story: Story
let second: Running | undefined
beforeAll(async () => void (story = await openStory({ fromSources: true })))
afterAll(async () => {
  await second?.stop()
  await story?.close()
})

test('a worker that is asked to end hands its chains over: nobody has to miss it first', async () => {
  second = await startSecondWorker(story)
  await untilForwarded(story, await eventually('the scan to be handed over', endWhileMoneyComes))
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

/**
 * Ends the worker that reads a chain while a payment is made there, which is returned. Undefined when the machine has stood still for so long that the
 * chain was taken from its worker: nothing was handed over then, and the worker is there again.
 */
async function endWhileMoneyComes(): Promise<ShownPayment | undefined> {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  const before = await untilFirstReads('BTC')
  const ending = end(story, 'worker')
  await pay(story, asked)
  expect(await ending).toBe(0)
  const { lastFailure } = await eventually('the scan to be tried again', async () => {
    const scan = await scanOf('BTC')
    return scan.attempt > before.attempt && scan
  })
  if (lastFailure?.applicationFailureInfo?.type === HANDED_OVER) return asked
  await story.gateway.start('worker')
  return undefined
}

/** The scan of a chain, once it is the first worker that is at it; the second one goes and comes back to leave it the chain. */
const untilFirstReads = (chain: 'BTC') =>
  eventually('the first worker to read', async () => {
    const scan = await scanOf(chain)
    if (second && scan.reader === second.pid) {
      await second.stop()
      second = await startSecondWorker(story)
    }
    return scan.reader === story.gateway.pid('worker') && scan
  })

/** PENDING_ACTIVITY_STATE_STARTED of Temporal's API: a worker is at it. */
const STARTED = 2

/** The scan of a chain that is under way, the process that is at it, if any, and how the one before it ended. */
async function scanOf(chain: 'BTC') {
  const client = await openTemporal(story)
  try {
    const { raw } = await client.workflow.getHandle(scannerWorkflowId(chain)).describe()
    const [scan] = raw.pendingActivities ?? []
    // The identity of a worker is its process and its machine.
    const reader = scan?.state === STARTED ? Number(scan.lastWorkerIdentity?.split('@')[0]) : undefined
    return { attempt: scan?.attempt ?? 1, reader, lastFailure: scan?.lastFailure }
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
    `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE datname = current_database() AND relation = 'payment'::regclass AND mode = 'AccessShareLock' AND NOT granted`,
  )
  return waiting.rowCount ?? 0
}

const refuses = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  )
