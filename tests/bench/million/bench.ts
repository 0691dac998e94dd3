import type { ApiContext } from '@gateway/operations/kernel/context'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMs } from '../cpu-time.ts'
import { CURSORS } from '../requests/start-gateway.ts'
import { type BenchDatabase, countPages, openDatabase } from '../database.ts'
import { median, shownMs } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { blockOf } from '../watching/one-block.ts'
import { readBlock } from '../watching/read-block.ts'
import { apiContext } from './api-context.ts'
import { fillShops } from './fill-shops.ts'
import { type Work, works } from './work.ts'

const SIZES = [10_000, 1_000_000]
const ROUNDS = 7
const OURS = 500

/** A database with so many open payments, and what works on it. */
interface Place {
  readonly database: BenchDatabase
  readonly ctx: ApiContext
}

/** What one turn takes: milliseconds on the clock and of Postgres’ processors, and pages that Postgres looked at. */
interface Cost {
  readonly ms: number
  readonly postgresMs: number
  readonly pages: number
}

/** What ten thousand open payments cost and what a million do, each with a Postgres of its own, taking turns. */
export const million: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
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
      return [sectionOf(rows)]
    } finally {
      for (const { database } of places) await database.stop()
    }
  })

/**
 * Rounds of one work on each database in turn; the first of them finds cold caches and code that was never run, and does not count. After it
 * statistics are brought up to date, as autovacuum does within a minute: a plan that was made for a table still empty reads all of it.
 */
async function takeTurns(places: readonly Place[], work: Work): Promise<Cost[]> {
  const costs: Cost[][] = places.map(() => [])
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, place] of places.entries()) {
      const cost = await measure(place, work, round)
      if (round > 0) costs[index]?.push(cost)
      else await place.database.sql.query('ANALYZE')
    }
  return costs.map((each) => {
    const of = (read: (cost: Cost) => number): number => median(each.map(read))
    return { ms: of(({ ms }) => ms), postgresMs: of(({ postgresMs }) => postgresMs), pages: of(({ pages }) => pages) }
  })
}

async function measure({ database, ctx }: Place, { run, times }: Work, round: number): Promise<Cost> {
  const before = { pages: await countPages(database), postgres: cpuMs(database.pid) }
  const startedAt = performance.now()
  for (let turn = 0; turn < times; turn++) await run(ctx, round * times + turn)
  const ms = (performance.now() - startedAt) / times
  const postgresMs = (cpuMs(database.pid) - before.postgres) / times
  return { ms, postgresMs, pages: ((await countPages(database)) - before.pages) / times }
}

/** The scanner’s work for a block of 5 000 transfers, from the block in hand to the commit. */
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

const sectionOf = (rows: readonly (readonly string[])[]): Section => ({
  title: 'A million open payments',
  intro:
    'The operations of the product, without HTTP, on a database with 10⁴ open payments and on one with 10⁶ in shops of 10⁴ each, the monthly allowance of the larger plan; ' +
    `taking turns in ${ROUNDS} rounds, medians. Lists are those of one shop and count what they match, as the wire wants it: their time follows the shop’s own payments. Only run by name or with “--all”, because filling takes minutes. Pages are those of 8 KiB that Postgres looked at, which other work on the machine does not change. Aim: at most 1.5 ×.`,
  head: ['work', 'at 10⁴', 'at 10⁶', 'ratio', 'Postgres CPU at 10⁴', 'at 10⁶', 'pages at 10⁴', 'at 10⁶'],
  rows,
})
