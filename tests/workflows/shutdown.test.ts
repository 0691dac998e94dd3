import type { Running } from '@gateway/devnet/processes/running'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { startFurther } from '@gateway/scripts/stack/start-further'
import { mine, openStory, type Story } from '../support/story.ts'
import { openTemporal } from '../support/temporal.ts'

const UNDER_WAY = 4
/** The failure type of an activity whose worker shuts down. */
const HANDED_OVER = 'WorkerShutdown'

let story: Story
let second: Running | undefined
beforeAll(async () => void (story = await openStory({ chains: ['BTC', 'ETH'], fromSources: true })))
afterAll(async () => {
  await second?.stop()
  await story?.close()
})

test('a worker that shuts down hands its chains over without a heartbeat timeout', async () => {
  second = await startFurther('worker', story)
  await untilForwarded(story, await eventually('the scan to be handed over', endWhileMoneyComes))
})

test('a signer exits at once on SIGTERM, and the next one signs the waiting payouts', async () => {
  expect(await end(story, 'signer')).toBe(0)
  const asked = await story.shop.ask({ blockchain: 'ETH' })
  await pay(story, asked)
  await mine(story, 'ETH', 12)
  await story.shop.reaches(asked.id, 'confirmed')
  await story.gateway.start('signer')
  await story.shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
})

test('an API that shuts down finishes open requests and accepts no new ones', async () => {
  await story.sql.query('BEGIN; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE')
  const under = Array.from({ length: UNDER_WAY }, list)
  await eventually('the requests to be in progress', async () => (await waitingReads()) >= UNDER_WAY)
  const ending = end(story, 'api')
  await eventually('the API to accept no new requests', () => refuses(`${story.gateway.api}/health/live`))
  await story.sql.query('COMMIT')
  // On a busy machine the lock outlasts the API's lock timeout, which is a 503.
  for (const answer of await Promise.all(under)) expect([200, 503]).toContain(answer)
  expect(await ending).toBe(0)
})

/**
 * Ends the worker that reads a chain during a payment, and returns the payment; undefined when a stalled machine made the scan time out instead,
 * after which the worker is started again.
 */
async function endWhileMoneyComes(): Promise<ShownPayment | undefined> {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  const before = await untilFirstReads('BTC')
  const ending = end(story, 'worker')
  await pay(story, asked)
  expect(await ending).toBe(0)
  const { lastFailure } = await eventually('the scan to be retried', async () => {
    const scan = await scanOf('BTC')
    return scan.attempt > before.attempt && scan
  })
  if (lastFailure?.applicationFailureInfo?.type === HANDED_OVER) return asked
  await story.gateway.start('worker')
  return undefined
}

/** The scan of a chain, once the first worker runs it; the second worker restarts to release the chain. */
const untilFirstReads = (chain: 'BTC') =>
  eventually('the first worker to read', async () => {
    const scan = await scanOf(chain)
    if (second && scan.reader === second.pid) {
      await second.stop()
      second = await startFurther('worker', story)
    }
    return scan.reader === story.gateway.pid('worker') && scan
  })

/** PENDING_ACTIVITY_STATE_STARTED of Temporal's API. */
const STARTED = 2

/** The current scan of a chain, its process, if any, and the failure of the previous attempt. */
async function scanOf(chain: 'BTC') {
  const client = await openTemporal(story)
  try {
    const { raw } = await client.workflow.getHandle(scannerWorkflowId(chain)).describe()
    const [scan] = raw.pendingActivities ?? []
    // The identity of a worker is `<pid>@<host>`.
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

/** Reads of payments that wait for the lock; without blocks and sweeps nothing else reads payments. */
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
