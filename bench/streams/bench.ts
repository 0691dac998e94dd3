import { waitFor } from '@gateway/devnet/wait'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { type BenchDatabase, openDatabase } from '../database.ts'
import { residentMb } from '@gateway/tests/support/memory'
import { quantile, shownMs } from '../numbers.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops } from '../requests/open-shops.ts'
import { startGateway } from '../requests/start-gateway.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { watcherContext } from '../watching/watcher.ts'
import { type OpenStreams, openStreams } from './open-streams.ts'
import { payInBlock } from './pay-in-blocks.ts'
import { sized } from '../sized.ts'

const BUSINESSES = 20
const PAYMENTS_OF_EACH = sized(50, 4)
const STREAMS = BUSINESSES * PAYMENTS_OF_EACH
/** Sequence of the first event that a block brings; the creation of the payment was the one before. */
const NEXT = 2
const WARM_UP = sized(20, 2)
/** Payments per block and number of such blocks; each payment is paid once. */
const BLOCKS = sized(
  [
    { payments: 1, blocks: 200 },
    { payments: 10, blocks: 40 },
    { payments: 400, blocks: 1 },
  ],
  [
    { payments: 1, blocks: 5 },
    { payments: 10, blocks: 2 },
    { payments: 30, blocks: 1 },
  ],
)

const memoryText: SectionText = {
  title: 'Open event streams',
  intro:
    `Resident memory of one api process before ${STREAMS} event streams are opened, with all of them open, and after each has received an event. Each stream follows a payment of its own, ` +
    'half of them with a key and half as a payer has them.',
  aims: [{ text: 'at most 150 MB for the streams', column: 'for the streams', max: 150 }],
}

const delayText: SectionText = {
  title: 'From a commit to the streams',
  intro:
    `From the moment Postgres commits the scanner’s transaction until each event arrives at the stream of its payment, while ${STREAMS} streams are open. ` +
    'Blocks pay one payment, ten, or four hundred.',
  aims: [{ text: 'p95 below 200 ms', column: 'p95', max: 200 }],
}

/** A thousand event streams at one api process: their memory, and the delay of their events. */
export const streams: Bench = { sections: [memoryText, delayText], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder, { timed: true })
    const gateway = await startGateway(database, { folder, log }, { poolAddresses: 0 })
    try {
      const origin = `http://127.0.0.1:${gateway.api.port}`
      const keys = await openShops(origin, database.sql, BUSINESSES)
      const payments = (
        await Promise.all(
          keys.map(async (key) => (await createPayments(origin, { key, count: PAYMENTS_OF_EACH })).map((payment) => ({ payment, key }))),
        )
      ).flat()
      // Memory that the creations used could hide the memory of the streams.
      const { pid, port } = await gateway.restartApi()
      const followed = payments.map(({ payment: { id }, key }, index) => (index % 2 === 0 ? { id, key } : { id }))
      ;(await openStreams(port, followed.slice(0, WARM_UP))).close()
      const before = residentMb(pid)
      const open = await openStreams(port, followed)
      await waitFor('every stream to begin', async () => open.arrivals.length >= STREAMS)
      const opened = residentMb(pid)
      log(`streams: ${STREAMS} open, ${before.toFixed(0)} MB before and ${opened.toFixed(0)} MB now`)
      const delayRows = await payAll(
        database,
        open,
        payments.map(({ payment }) => payment),
      )
      const afterEvents = residentMb(pid)
      log(`streams: ${afterEvents.toFixed(0)} MB after an event in each`)
      open.close()
      return [
        memoryTable([before, opened, afterEvents]),
        { head: ['payments in the block', 'events', 'p50', 'p95', 'slowest'], rows: delayRows },
      ]
    } finally {
      await gateway.stop()
      await database.stop()
    }
  })
}

/** Pays payments in blocks of growing size, each once every event of the block before has arrived. */
async function payAll(database: BenchDatabase, open: OpenStreams, payments: readonly ShownPayment[]): Promise<string[][]> {
  const ctx = watcherContext(database.orm)
  const rows: string[][] = []
  let paid = 0
  for (const { payments: many, blocks } of BLOCKS) {
    const first = paid
    for (let block = 0; block < blocks; block++) {
      await payInBlock(ctx, payments.slice(paid, paid + many))
      paid += many
      await waitFor('every event to arrive', async () => countArrived(open) === paid, { everyMs: 5 })
    }
    const ms = await delays(database, open, payments.slice(first, paid))
    rows.push([String(many), String(ms.length), ...[0.5, 0.95, 1].map((share) => shownMs(quantile(ms, share)))])
  }
  return rows
}

const countArrived = ({ arrivals }: OpenStreams): number => arrivals.filter(({ sequence }) => sequence === NEXT).length

/** Milliseconds from the commit of each payment's second event, as Postgres recorded it, until its arrival. */
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

const memoryTable = ([before = 0, opened = 0, afterEvents = 0]: readonly number[]): Table => ({
  head: ['before', 'with all open', 'after their events', 'for the streams'],
  rows: [[shownMb(before), shownMb(opened), shownMb(afterEvents), shownMb(Math.max(opened, afterEvents) - before)]],
})
