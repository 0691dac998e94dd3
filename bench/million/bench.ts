import type { ApiContext } from '@gateway/operations/kernel/context'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMs } from '../cpu-time.ts'
import { CURSORS } from '../requests/start-gateway.ts'
import { type BenchDatabase, countPages, openDatabase } from '../database.ts'
import { median, shownMs } from '../numbers.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { blockOf } from '../watching/one-block.ts'
import { readBlock } from '../watching/read-block.ts'
import { apiContext } from './api-context.ts'
import { fillShops } from './fill-shops.ts'
import { type Work, works } from './work.ts'

const SIZES = [10_000, 1_000_000]
const ROUNDS = 7
const OURS = 500

/** A database of one size, and the context that works on it. */
interface Place {
  readonly database: BenchDatabase
  readonly ctx: ApiContext
}

/** The cost of one turn: elapsed time, processor time of Postgres, and pages that Postgres read. */
interface Cost {
  readonly ms: number
  readonly postgresMs: number
  readonly pages: number
}

const text: SectionText = {
  title: 'A million open payments',
  intro:
    'The operations of the gateway, without HTTP, on a database with 10⁴ open payments and on one with 10⁶, in businesses of 10⁴ each, which is the monthly quota of the larger plan; ' +
    `in turns of ${ROUNDS} rounds, medians. A list is of one business and counts its matches, so its time follows the payments of that business. Pages are the 8 KiB pages that Postgres read, which load of other programs does not change. ` +
    'This part runs by name or with `--all`, because filling takes minutes.',
  aims: [{ text: 'at most 1.5 ×', column: 'ratio', max: 1.5 }],
}

/** The cost of operations at ten thousand and at a million open payments, each on a Postgres of its own, taking turns. */
export const million: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const places: Place[] = []
    try {
      for (const size of SIZES) {
        mkdirSync(join(folder, String(size)), { mode: 0o755 })
        const database = await openDatabase(join(folder, String(size)), { counted: true })
        places.push({ database, ctx: await apiContext(database.orm) })
        await database.sql.query(CURSORS)
        await fillShops(database.sql, size)
        log(`million: ${size} open payments`)
      }
      const rows: string[][] = []
      for (const work of [...works, ...blocks()]) {
        const costs = await takeTurns(places, work)
        rows.push(rowOf(work.name, costs))
        log(`million: ${rows.at(-1)?.join(', ')}`)
      }
      return [{ head: ['work', 'at 10⁴', 'at 10⁶', 'ratio', 'Postgres CPU at 10⁴', 'at 10⁶', 'pages at 10⁴', 'at 10⁶'], rows }]
    } finally {
      for (const { database } of places) await database.stop()
    }
  })
}

/**
 * Runs rounds of one work on each database in turn. The first round warms up and does not count; after it statistics are refreshed, as autovacuum
 * does within a minute, because a plan for an empty table reads all of it.
 */
async function takeTurns(places: readonly Place[], work: Work): Promise<Cost[]> {
  const costs: Cost[][] = places.map(() => [])
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, place] of places.entries()) {
      const cost = await measureTurn(place, work, round)
      if (round > 0) costs[index]?.push(cost)
      else await place.database.sql.query('ANALYZE')
    }
  return costs.map((each) => {
    const of = (read: (cost: Cost) => number): number => median(each.map(read))
    return { ms: of(({ ms }) => ms), postgresMs: of(({ postgresMs }) => postgresMs), pages: of(({ pages }) => pages) }
  })
}

async function measureTurn({ database, ctx }: Place, { run, times }: Work, round: number): Promise<Cost> {
  const before = { pages: await countPages(database), postgres: cpuMs(database.pid) }
  const startedAt = performance.now()
  for (let turn = 0; turn < times; turn++) await run(ctx, round * times + turn)
  const ms = (performance.now() - startedAt) / times
  const postgresMs = (cpuMs(database.pid) - before.postgres) / times
  return { ms, postgresMs, pages: ((await countPages(database)) - before.pages) / times }
}

/** The scanner’s work for a block of 5 000 transfers, from a block in memory to the commit. */
function blocks(): Work[] {
  return [0, OURS].map((ours) => ({
    name: `scanner, a block of 5 000 transfers, ${ours} to us`,
    times: 1,
    run: (ctx, round) => readBlock(ctx, (head) => blockOf({ ...head, first: 1 + round * OURS, ours })),
  }))
}

const rowOf = (name: string, [few, many]: readonly Cost[]): string[] =>
  few && many
    ? [
        name,
        shownMs(few.ms),
        shownMs(many.ms),
        `${(many.ms / few.ms).toFixed(2)} ×`,
        shownMs(few.postgresMs),
        shownMs(many.postgresMs),
        few.pages.toFixed(0),
        many.pages.toFixed(0),
      ]
    : []
