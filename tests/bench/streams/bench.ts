import { waitFor } from '@gateway/devnet/wait'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { type BenchDatabase, openDatabase } from '../database.ts'
import { residentMb } from '../../support/memory.ts'
import { quantile, shownMs } from '../numbers.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops } from '../requests/open-shops.ts'
import { startGateway } from '../requests/start-gateway.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { watcherContext } from '../watching/watcher.ts'
import { type OpenStreams, openStreams } from './open-streams.ts'
import { payInBlock } from './pay-in-blocks.ts'

const SHOPS = 20
const PAYMENTS_OF_A_SHOP = 50
const STREAMS = SHOPS * PAYMENTS_OF_A_SHOP
/** Each payment has had one event when it is opened; the first that its block brings is the next. */
const NEXT = 2
const WARM_UP = 20
/** How many payments a block pays, and how many such blocks there are: each payment is paid once. */
const BLOCKS = [
  { payments: 1, blocks: 200 },
  { payments: 10, blocks: 40 },
  { payments: 400, blocks: 1 },
] as const

/** A thousand payments that are followed at one api process: what it holds for them, and how soon they hear. */
export const streams: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder, { timed: true })
    const gateway = await startGateway(database, { folder, log }, { poolAddresses: 0 })
    try {
      const origin = `http://127.0.0.1:${gateway.api.port}`
      const keys = await openShops(origin, database.sql, SHOPS)
      const payments = (
        await Promise.all(
          keys.map(async (key) => (await createPayments(origin, { key, count: PAYMENTS_OF_A_SHOP })).map((payment) => ({ payment, key }))),
        )
      ).flat()
      // What creating left behind in its memory could hide what streams take.
      const { pid, port } = await gateway.restartApi()
      const followed = payments.map(({ payment: { id }, key }, index) => (index % 2 === 0 ? { id, key } : { id }))
      ;(await openStreams(port, followed.slice(0, WARM_UP))).close()
      const before = residentMb(pid)
      const open = await openStreams(port, followed)
      await waitFor('every stream to begin', async () => open.arrivals.length >= STREAMS)
      const opened = residentMb(pid)
      log(`streams: ${STREAMS} open, ${before.toFixed(0)} MB before and ${opened.toFixed(0)} MB now`)
      const heard = await payAll(
        database,
        open,
        payments.map(({ payment }) => payment),
      )
      const told = residentMb(pid)
      log(`streams: ${told.toFixed(0)} MB after an event in each`)
      open.close()
      return [memorySection([before, opened, told]), heardSection(heard)]
    } finally {
      await gateway.stop()
      await database.stop()
    }
  })

/** Pays payments in blocks of growing size, each as soon as everybody has heard of the one before. */
async function payAll(database: BenchDatabase, open: OpenStreams, payments: readonly ShownPayment[]): Promise<string[][]> {
  const ctx = watcherContext(database.orm)
  const rows: string[][] = []
  let paid = 0
  for (const { payments: many, blocks } of BLOCKS) {
    const first = paid
    for (let block = 0; block < blocks; block++) {
      await payInBlock(ctx, payments.slice(paid, paid + many))
      paid += many
      await waitFor('everybody to hear', async () => heardOf(open) === paid, { everyMs: 5 })
    }
    const ms = await delays(database, open, payments.slice(first, paid))
    rows.push([String(many), String(ms.length), ...[0.5, 0.95, 1].map((share) => shownMs(quantile(ms, share)))])
  }
  return rows
}

const heardOf = ({ arrivals }: OpenStreams): number => arrivals.filter(({ sequence }) => sequence === NEXT).length

/** Milliseconds from the commit of each payment's second event, as Postgres wrote it down, to its arrival. */
async function delays({ sql }: BenchDatabase, { arrivals }: OpenStreams, payments: readonly ShownPayment[]): Promise<number[]> {
  const { rows } = await sql.query<{ id: string; ms: number }>(
    `SELECT object_id AS id, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS ms FROM event
      WHERE object_id = ANY($1::uuid[]) AND sequence = $2`,
    [payments.map(({ id }) => id), NEXT],
  )
  const committedAt = new Map(rows.map(({ id, ms }) => [id, ms]))
  return arrivals.flatMap(({ paymentId, sequence, at }) => {
    const since = sequence === NEXT ? committedAt.get(paymentId) : undefined
    return since === undefined ? [] : [at - since]
  })
}

const shownMb = (megabytes: number): string => `${megabytes.toFixed(0)} MB`

const memorySection = ([before = 0, opened = 0, told = 0]: readonly number[]): Section => ({
  title: 'Open event streams',
  intro:
    `Memory of one api process (resident) before ${STREAMS} streams of as many payments are opened, half of them with a key and half as a customer has them; with all of them ` +
    'open, and after each of them has been told an event. Aim: at most 150 MB for the streams.',
  head: ['before', 'with all open', 'after their events', 'for the streams'],
  rows: [[shownMb(before), shownMb(opened), shownMb(told), shownMb(Math.max(opened, told) - before)]],
})

const heardSection = (rows: readonly (readonly string[])[]): Section => ({
  title: 'From a commit to the streams',
  intro:
    `From the moment at which Postgres committed the scanner’s transaction to the arrival of each event at whoever follows its payment, while ${STREAMS} streams are open; ` +
    'blocks that pay one payment, ten, and four hundred at once. Aim: p95 below 200 ms.',
  head: ['payments in the block', 'events', 'p50', 'p95', 'slowest'],
  rows,
})
