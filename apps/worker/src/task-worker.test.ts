import { queues } from '@gateway/workflows/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWorkers, type TestWorkers } from './test-workers.ts'

const PER_SECOND = 5
const ASKED = 50
const SECOND_MS = 1_000
/** What was not used of a second may come at once, and a busy machine holds up the first. */
const HELD_UP_SECONDS = 4

const begun: number[] = []
let workers: TestWorkers
beforeAll(async () => {
  const signForward = async () => (begun.push(performance.now()), { sequence: 1, state: 'forwarded' })
  workers = await startTestWorkers('payments', [
    { taskQueue: queues.payments, activities: {}, workflows: true },
    { taskQueue: queues.signer, activities: { signForward }, activitiesPerSecond: PER_SECOND },
  ])
})
afterAll(() => workers?.close())

test('a process that may begin five activities in a second takes its time over fifty, however fast they are asked for and done', async () => {
  const asked = Array.from({ length: ASKED }, (_, place) =>
    workers.client.workflow.execute('payout', {
      workflowId: `payout/${place}`,
      taskQueue: queues.payments,
      args: [{ paymentId: String(place) }],
    }),
  )
  await Promise.all(asked)
  expect(begun).toHaveLength(ASKED)
  const tookMs = Math.max(...begun) - Math.min(...begun)
  expect(tookMs).toBeGreaterThan((ASKED / PER_SECOND - HELD_UP_SECONDS) * SECOND_MS)
})
