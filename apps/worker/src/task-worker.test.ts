import { eventually } from '@gateway/testing/wait'
import { queues } from '@gateway/workflows/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWorkers, type TestWorkers } from './test-workers.ts'
import { withHeartbeat } from './with-heartbeat.ts'

const PER_SECOND = 5
const ASKED = 50
const SECOND_MS = 1_000
/** Unused capacity of a second may be used at once, and a busy machine delays the first second. */
const HELD_UP_SECONDS = 4

const LONG = 'long'
const HEARD = 4
/** Six seconds without a heartbeat end an activity: shorter intervals survive a standstill of two. */
const NEAR_MS = 4_000
const NANOS_PER_MS = 1_000_000

const begun: number[] = []
const done = Promise.withResolvers<void>()
let workers: TestWorkers
beforeAll(async () => {
  const signForward = async ({ paymentId }: { paymentId: string }) => {
    if (paymentId === LONG) await withHeartbeat(() => done.promise)
    else begun.push(performance.now())
    return { sequence: 1, state: 'forwarded' }
  }
  workers = await startTestWorkers('payments', [
    { taskQueue: queues.payments, activities: {}, workflows: true },
    { taskQueue: queues.signer, activities: { signForward }, activitiesPerSecond: PER_SECOND },
  ])
})
afterAll(() => workers?.close())

test('a worker limited to five activities per second spreads fifty over time, however fast they are requested', async () => {
  const asked = Array.from({ length: ASKED }, (_, place) => workers.client.workflow.execute('payout', payoutOf(String(place))))
  await Promise.all(asked)
  expect(begun).toHaveLength(ASKED)
  const tookMs = Math.max(...begun) - Math.min(...begun)
  expect(tookMs).toBeGreaterThan((ASKED / PER_SECOND - HELD_UP_SECONDS) * SECOND_MS)
})

test('a long activity sends heartbeats often enough to survive a machine standstill of two seconds', async () => {
  const run = await workers.client.workflow.start('payout', payoutOf(LONG))
  const heardAt = new Set<number>()
  await eventually('several heartbeats of the process', async () => {
    const { raw } = await run.describe()
    const beat = raw.pendingActivities?.[0]?.lastHeartbeatTime
    if (beat) heardAt.add(Number(beat.seconds) * SECOND_MS + (beat.nanos ?? 0) / NANOS_PER_MS)
    return heardAt.size >= HEARD
  })
  done.resolve()
  await run.result()
  const beats = [...heardAt]
  expect(Math.min(...beats.slice(1).map((at, place) => at - (beats[place] ?? 0)))).toBeLessThan(NEAR_MS)
})

const payoutOf = (paymentId: string) => ({ workflowId: `payout/${paymentId}`, taskQueue: queues.payments, args: [{ paymentId }] })
