import { startChild } from '@gateway/devnet/processes/child'
import { evmHeight, mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { waitFor } from '@gateway/devnet/wait'
import { type Devstack, startDevstack } from '@gateway/scripts/stack/devstack'
import { workerSettings } from '@gateway/scripts/stack/settings'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { quantile, shownMs } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { type BenchShop, openShop } from './shop.ts'

const SEEN = 30
const LIVES = 60
const PATIENCE_MS = 120_000

/** The whole product on real servers: how soon a merchant hears of a block, and how many payments live from asking to forwarded in a second. */
export const lifecycle: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const stack = await startDevstack({ dataDir: folder, port: 0, log })
    const sql = new pg.Client(stack.around.databaseUrl)
    await sql.connect()
    try {
      const heard = await hearBlocks(stack, sql)
      log(`lifecycle: ${heard.length} first sights heard`)
      const one = await live(stack)
      log(`lifecycle: one worker, ${one.perSecond.toFixed(1)} a second`)
      const second = await startSecondWorker(stack, { folder, log })
      const two = await live(stack)
      log(`lifecycle: two workers, ${two.perSecond.toFixed(1)} a second`)
      await second.stop()
      return [heardSection(heard), livesSection(one, two)]
    } finally {
      await sql.end()
      await stack.stop()
    }
  })

/** Milliseconds from the moment a block's meaning is written to the arrival of the webhook that tells it, payment by payment. */
async function hearBlocks(stack: Devstack, sql: pg.Client): Promise<number[]> {
  const shop = await openShop(stack)
  for (let n = 0; n < SEEN; n++) {
    const payment = await shop.ask()
    await shop.pay(payment)
    await mineEvm(stack.devnet.evm, 1)
    await waitFor('the webhook', async () =>
      shop.receiver.received.some(({ paymentId, type }) => paymentId === payment.id && type === 'payment.pending'),
    )
  }
  const { rows } = await sql.query<{ object_id: string; created_at: Date }>(
    "SELECT object_id, created_at FROM event WHERE type = 'payment.pending'",
  )
  const writtenAt = new Map(rows.map((row) => [row.object_id, row.created_at.getTime()]))
  shop.receiver.close()
  return shop.receiver.received
    .filter(({ type }) => type === 'payment.pending')
    .map(({ paymentId, at }) => performance.timeOrigin + at - (writtenAt.get(paymentId) ?? 0))
}

interface Lives {
  readonly perSecond: number
  readonly seconds: number
}

/** Payments are asked for and paid one after another while blocks come as fast as they are read; it ends when the last webhook of the last payment has arrived. */
async function live(stack: Devstack): Promise<Lives> {
  const shop = await openShop(stack)
  const startedAt = performance.now()
  const mining = new AbortController()
  const blocks = mineUntil(stack, mining.signal)
  try {
    await askAndPay(shop)
    await waitFor('every payment to be forwarded', async () => forwarded(shop) === LIVES, { timeoutMs: PATIENCE_MS, everyMs: 20 })
  } finally {
    mining.abort()
    await blocks
    shop.receiver.close()
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return { perSecond: LIVES / seconds, seconds }
}

async function askAndPay(shop: BenchShop): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let n = 0; n < LIVES / 4; n++) await shop.pay(await shop.ask())
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

const forwarded = ({ receiver }: BenchShop): number =>
  new Set(receiver.received.filter(({ type }) => type === 'payment.forwarded').map(({ paymentId }) => paymentId)).size

/** A block as soon as the gateway has read the one before: the chain is never what is waited for, nor does it run away. */
async function mineUntil({ devnet, around }: Devstack, signal: AbortSignal): Promise<void> {
  const sql = new pg.Client(around.databaseUrl)
  await sql.connect()
  while (!signal.aborted) {
    const { rows } = await sql.query<{ height: number }>("SELECT height FROM chain_cursor WHERE chain = 'ETH'")
    if ((rows[0]?.height ?? 0) >= (await evmHeight(devnet.evm))) await mineEvm(devnet.evm, 1)
    else await pause(20)
  }
  await sql.end()
}

function startSecondWorker({ around, gateway }: Devstack, place: { folder: string; log: (line: string) => void }) {
  const folder = join(place.folder, 'worker-2')
  mkdirSync(folder)
  const main = join(import.meta.dirname, '../../../apps/worker/src/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', main, folder]
  const env = workerSettings(around, gateway.custody)
  return startChild({ name: 'worker-2', folder, command: process.execPath, args, env, isReady: async () => true, log: place.log })
}

const heardSection = (ms: readonly number[]): Section => ({
  title: 'Block seen, webhook received',
  intro: `From the moment the scanner writes a deposit’s first sight to the arrival of \`payment.pending\` at the merchant’s server, through the whole stack; ${ms.length} payments one after another. Aim: p95 below 1 s.`,
  head: ['p50', 'p95', 'slowest'],
  rows: [[shownMs(quantile(ms, 0.5)), shownMs(quantile(ms, 0.95)), shownMs(quantile(ms, 1))]],
})

const livesSection = (one: Lives, two: Lives): Section => ({
  title: 'Lifecycles per second',
  intro:
    `${LIVES} USDC payments from asking to the webhook of the final forward (12 confirmations, signed, sent, final: 7 webhooks each); a new block as soon as the last one was read. ` +
    'Api, workers, signer, Postgres, Temporal, both nodes, customers and merchant share the machine.',
  head: ['worker processes', 'lifecycles per second', 'seconds for all'],
  rows: [one, two].map(({ perSecond, seconds }, index) => [String(index + 1), perSecond.toFixed(1), seconds.toFixed(1)]),
})
