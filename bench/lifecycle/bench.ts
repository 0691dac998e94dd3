import { mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { waitFor } from '@gateway/devnet/wait'
import { type Devstack, startDevstack } from '@gateway/scripts/stack/devstack'
import { startFurther } from '@gateway/scripts/stack/start-further'
import { queues } from '@gateway/workflows/queues'
import pg from 'pg'
import { quantile, shownMs } from '../numbers.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { BUSINESSES, live, PAYMENTS, type Run } from './live.ts'
import { runBareWorkflow } from './run-bare-workflow.ts'
import { openShop } from './shop.ts'
import { sized } from '../sized.ts'

const SINGLE_PAYMENTS = sized(30, 2)
const AIM_OF_BARE = 0.4
const START_TIMEOUT_MS = 240_000

/** Columns of processor time, in the order in which work passes through the processes. */
const PROCESSES = ['server CPU', 'worker CPU', 'signer CPU', 'Postgres CPU', 'Temporal CPU', 'nodes CPU', 'client CPU'] as const

const webhookText: SectionText = {
  title: 'Block seen, webhook received',
  intro:
    'From the moment the scanner writes a deposit until `payment.pending` arrives at the merchant’s server, through the whole stack. ' +
    `${SINGLE_PAYMENTS} payments, one after another.`,
  aims: [{ text: 'p95 below 1 s', column: 'p95', max: 1_000 }],
}

const lifecycleText: SectionText = {
  title: 'Lifecycles per second',
  intro:
    `${PAYMENTS} USDC payments of ${BUSINESSES} businesses, from \`POST /payments/create\` to the webhook of the final forward: paid on the node, 12 confirmations, ` +
    'signed, broadcast, final, 7 webhooks each. A new block comes once the gateway has read the one before. The bare workflow is the workflow of a payment with activities that ' +
    'answer at once, on a Temporal of its own, in one process with its client; it runs before and after the gateway, and the faster run counts. Processor time is per lifecycle. ' +
    'Server, workers, signer, Postgres, Temporal, both nodes, and the payers and merchants (client) share the machine.',
  aims: [
    {
      text: `at least ${AIM_OF_BARE} × of the bare workflow`,
      column: 'ratio',
      rows: /^gateway/,
      min: AIM_OF_BARE,
    },
  ],
  aimsAgainst: {
    dee40013: [
      { text: 'one worker at least 1.5 × per second', column: 'ratio', rows: /^gateway, 1 worker: lifecycles per second$/, min: 1.5 },
    ],
  },
}

/** The whole gateway on real servers: how soon a merchant learns of a block, and how many payments go from creation to forward in a second. */
export const lifecycle: Bench = {
  sections: [webhookText, lifecycleText],
  measure: (log) =>
    inTemporaryFolder(async (folder) => {
      const before = await runBareWorkflow({ folder, log })
      const gateway = await measureGateway({ folder, log })
      const after = await runBareWorkflow({ folder, log })
      const bare = before.seconds < after.seconds ? before : after
      return [webhookTable(gateway.webhookMs), lifecycleTable({ 'bare workflow': bare, ...gateway.runs })]
    }),
}

/** Starts a gateway and measures its webhooks and lifecycles. */
async function measureGateway({ folder, log }: { folder: string; log: Log }) {
  const stack = await startDevstack({ dataDir: folder, port: 0, log })
  try {
    const webhookMs = await measureWebhooks(stack)
    log(`lifecycle: ${webhookMs.length} webhooks timed`)
    const one = await live(stack)
    log(`lifecycle: one worker, ${perSecond(one)} per second`)
    const two = await liveOnTwoWorkers(stack)
    log(`lifecycle: two workers, ${perSecond(two)} per second`)
    return { webhookMs, runs: { 'gateway, 1 worker': one, 'gateway, 2 workers': two } }
  } finally {
    await stack.stop()
  }
}

/** Milliseconds from the moment a deposit is written until its webhook arrives, payment by payment. */
async function measureWebhooks(stack: Devstack): Promise<number[]> {
  const shop = await openShop(stack)
  const { receiver } = shop
  for (let n = 0; n < SINGLE_PAYMENTS; n++) {
    const payment = await shop.create()
    await shop.pay(payment)
    await mineEvm(stack.devnet.chains.ETH, 1)
    await waitFor('the webhook', async () =>
      receiver.received.some(({ paymentId, type }) => paymentId === payment.id && type === 'payment.pending'),
    )
  }
  receiver.close()
  const writtenAt = await readDetections(stack)
  return receiver.received
    .filter(({ type }) => type === 'payment.pending')
    .map(({ paymentId, at }) => performance.timeOrigin + at - (writtenAt.get(paymentId) ?? 0))
}

/** When each deposit was written, in milliseconds since 1970. */
async function readDetections({ around }: Devstack): Promise<ReadonlyMap<string, number>> {
  const sql = new pg.Client(around.databaseUrl)
  await sql.connect()
  const read = "SELECT object_id, created_at FROM event WHERE type = 'payment.pending'"
  const { rows } = await sql.query<{ object_id: string; created_at: Date }>(read).finally(() => sql.end())
  return new Map(rows.map((row) => [row.object_id, row.created_at.getTime()]))
}

async function liveOnTwoWorkers(stack: Devstack): Promise<Run> {
  const second = await startFurther('worker', stack)
  try {
    await untilPolled(stack, 2)
    return await live(stack, [second.pid])
  } finally {
    await second.stop()
  }
}

/** Waits until as many processes poll the queue of payments: a worker bundles its workflows first. */
async function untilPolled({ devnet }: Devstack, workers: number): Promise<void> {
  const queue = `${devnet.temporal.http}/api/v1/namespaces/default/task-queues/${queues.payments}`
  const isPolled = async (): Promise<boolean> => {
    const { pollers = [] } = (await (await fetch(queue)).json()) as { pollers?: { identity: string }[] } // As Temporal documents it.
    return new Set(pollers.map(({ identity }) => identity)).size >= workers
  }
  await waitFor(`${workers} workers to poll`, isPolled, { timeoutMs: START_TIMEOUT_MS })
}

const webhookTable = (ms: readonly number[]): Table => ({
  head: ['p50', 'p95', 'slowest'],
  rows: [[shownMs(quantile(ms, 0.5)), shownMs(quantile(ms, 0.95)), shownMs(quantile(ms, 1))]],
})

function lifecycleTable(runs: Readonly<Record<string, Run>>): Table {
  const [bare] = Object.values(runs)
  const rows = Object.entries(runs).map(([name, run]) => [
    name,
    perSecond(run),
    `${((bare?.seconds ?? 0) / run.seconds).toFixed(2)} ×`,
    run.seconds.toFixed(1),
    ...PROCESSES.map((column) => shownCpu(run.cpu[column])),
  ])
  return { head: ['run', 'lifecycles per second', 'ratio', 'seconds for all', ...PROCESSES], rows }
}

const perSecond = ({ seconds }: Run): string => (PAYMENTS / seconds).toFixed(1)
const shownCpu = (ms: number | undefined): string => (ms === undefined ? '–' : `${ms.toFixed(1)} ms`)
