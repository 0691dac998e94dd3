import { eventually } from '@gateway/testing/wait'
import { queues } from '@gateway/workflows/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWorkers, type TestWorkers } from './test-workers.ts'
import { withHeartbeat } from './with-heartbeat.ts'

const HEARD = 4
/** Six seconds without a heartbeat end an activity: shorter intervals survive a standstill of two. */
const NEAR_MS = 4_000
const SECOND_MS = 1_000
const NANOS_PER_MS = 1_000_000

const done = Promise.withResolvers<{ sent: number; nextDueAt: null }>()
let workers: TestWorkers
beforeAll(async () => {
  const activities = { drainEndpoint: () => withHeartbeat(() => done.promise) }
  workers = await startTestWorkers('webhooks', [{ taskQueue: queues.webhooks, activities, workflows: true }])
})
afterAll(() => workers?.close())

test('a long activity sends heartbeats often enough to survive a machine standstill of two seconds', async () => {
  const options = { workflowId: 'webhook-endpoint/long', taskQueue: queues.webhooks, args: [{ endpointId: 'long' }] }
  const run = await workers.client.workflow.start('webhookEndpoint', options)
  const heardAt = new Set<number>()
  await eventually('several heartbeats of the process', async () => {
    const { raw } = await run.describe()
    const beat = raw.pendingActivities?.[0]?.lastHeartbeatTime
    if (beat) heardAt.add(Number(beat.seconds) * SECOND_MS + (beat.nanos ?? 0) / NANOS_PER_MS)
    return heardAt.size >= HEARD
  })
  done.resolve({ sent: 0, nextDueAt: null })
  await run.result()
  const beats = [...heardAt]
  expect(Math.min(...beats.slice(1).map((at, place) => at - (beats[place] ?? 0)))).toBeLessThan(NEAR_MS)
})
