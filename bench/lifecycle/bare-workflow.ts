import { bundleWorkflows } from '@gateway/worker/task-worker'
import type { ExpiryAnswer } from '@gateway/workflows/payments/activities'
import { type PaymentAdvanced, paymentAdvanced, paymentWorkflowId } from '@gateway/workflows/payments/signals'
import { queues } from '@gateway/workflows/queues'
import { countActions, readRun } from '@gateway/tests/support/temporal'
import { Client, Connection } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { randomUUID } from 'node:crypto'
import { cpuMs, ownCpuMs } from '../cpu-time.ts'

/** What this program prints on its last line; processor time is per workflow. */
export interface BareRun {
  readonly seconds: number
  readonly workerMs: number
  readonly temporalMs: number
  /** Billed actions of a workflow, on average. */
  readonly actions: number
}

// The workflow of a payment with activities that answer at once: Temporal's part of a lifecycle, without database, chain, keys or webhooks.
const [, , address = '', temporalPid, count] = process.argv
const WARM_UP = 50
const AT_ONCE = 32
const WINDOW_MS = 3_600_000

const activities = {
  expirePayment: async (): Promise<ExpiryAnswer> => ({ outcome: 'watcher_behind' }),
}

Runtime.install({ logger: new DefaultLogger('WARN') })
const connection = await NativeConnection.connect({ address })
const worker = await Worker.create({ connection, taskQueue: queues.payments, activities, workflowBundle: await bundleWorkflows() })
const running = worker.run()
const client = new Client({ connection: await Connection.connect({ address }) })

await runWorkflows(newIds(WARM_UP))
const ids = newIds(Number(count))
const before = { at: performance.now(), worker: ownCpuMs(), temporal: cpuMs(Number(temporalPid)) }
await runWorkflows(ids)
const run = {
  seconds: (performance.now() - before.at) / 1_000,
  workerMs: (ownCpuMs() - before.worker) / ids.length,
  temporalMs: (cpuMs(Number(temporalPid)) - before.temporal) / ids.length,
}
const actions = await inLanes(ids, async (id) => countActions(await readRun(client, paymentWorkflowId(id))))
worker.shutdown()
await running
const mean = actions.reduce((sum, each) => sum + each, 0) / actions.length
console.log(JSON.stringify({ ...run, actions: mean } satisfies BareRun))

function newIds(length: number): string[] {
  return Array.from({ length }, () => randomUUID())
}

/** Starts workflows and takes each through the signals of a forwarded payment. One step follows the other for all, as blocks order them for the gateway. */
async function runWorkflows(paymentIds: readonly string[]): Promise<void> {
  const expiresAt = new Date(Date.now() + WINDOW_MS).toISOString()
  const tell = (id: string, news: PaymentAdvanced) => client.workflow.getHandle(paymentWorkflowId(id)).signal(paymentAdvanced, news)
  await inLanes(paymentIds, (paymentId) =>
    client.workflow.start('payment', {
      workflowId: paymentWorkflowId(paymentId),
      taskQueue: queues.payments,
      args: [{ paymentId, asset: 'USDC_ETH', expiresAt }],
    }),
  )
  await inLanes(paymentIds, (id) => tell(id, { sequence: 1, state: 'detected' }))
  await inLanes(paymentIds, (id) => tell(id, { sequence: 2, state: 'confirmed' }))
  await inLanes(paymentIds, (id) => tell(id, { sequence: 3, state: 'forwarding' }))
  await inLanes(paymentIds, async (id) => {
    await tell(id, { sequence: 4, state: 'forwarded' })
    await client.workflow.getHandle(paymentWorkflowId(id)).result()
  })
}

/** Does something for each id, for a few at a time. */
async function inLanes<T>(paymentIds: readonly string[], work: (id: string) => Promise<T>): Promise<T[]> {
  const waiting = [...paymentIds]
  const done: T[] = []
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) done.push(await work(id))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return done
}
