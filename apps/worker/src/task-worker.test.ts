import { ensureNamespace } from '@gateway/devnet/temporal-namespace'
import { createLog } from '@gateway/operations/log'
import { runTemporal } from '@gateway/testing/temporal'
import { queues } from '@gateway/workflows/queues'
import { Client, Connection } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openTaskWorker } from './task-worker.ts'

const namespace = `t-${randomBytes(6).toString('hex')}`
const PER_SECOND = 10
const ASKED = 50
const SECOND_MS = 1_000

const begun: number[] = []
const ends: (() => Promise<unknown>)[] = []
let client: Client

Runtime.install({ logger: new DefaultLogger('ERROR') })

beforeAll(async () => {
  const { address } = runTemporal()
  await ensureNamespace(runTemporal(), { name: namespace })
  const connection = await NativeConnection.connect({ address })
  const config = readConfig({
    NODE_ENV: 'test',
    WORKER_ROLES: 'payments',
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  })
  const deps = { config, connection, ctx: { log: createLog({ write: () => {} }) } }
  const signForward = async () => (begun.push(performance.now()), { sequence: 1, state: 'forwarded' })
  const workers = [
    await openTaskWorker(deps, { taskQueue: queues.payments, activities: {}, workflows: true }),
    await openTaskWorker(deps, { taskQueue: queues.signer, activities: { signForward }, activitiesPerSecond: PER_SECOND }),
  ]
  const running = workers.map((worker) => worker.run())
  const asking = await Connection.connect({ address })
  client = new Client({ connection: asking, namespace })
  ends.push(
    async () => {
      for (const worker of workers) worker.shutdown()
      await Promise.all(running)
    },
    () => connection.close(),
    () => asking.close(),
  )
})

afterAll(async () => {
  for (const end of ends) await end()
})

test('a process that may begin ten activities in a second takes its time over fifty, however fast they are asked for and done', async () => {
  const asked = Array.from({ length: ASKED }, (_, place) =>
    client.workflow.execute('payout', { workflowId: `payout/${place}`, taskQueue: queues.payments, args: [{ paymentId: String(place) }] }),
  )
  await Promise.all(asked)
  expect(begun).toHaveLength(ASKED)
  const tookMs = Math.max(...begun) - Math.min(...begun)
  expect(tookMs).toBeGreaterThan((ASKED / PER_SECOND - 2) * SECOND_MS)
  const most = Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + SECOND_MS).length))
  // What was not used of the second before may come at once.
  expect(most).toBeLessThanOrEqual(2.5 * PER_SECOND)
})
