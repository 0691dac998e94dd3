import type { ApiContext } from '@gateway/operations/kernel/context'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMs } from '../cpu-time.ts'
import { type BenchDatabase, countPages, openDatabase } from '../database.ts'
import { median, shownMs } from '../numbers.ts'
import { CURSORS } from '../requests/start-gateway.ts'
import type { Log, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { apiContext } from './api-context.ts'
import { fillShops } from './fill-shops.ts'
import type { Work } from './work.ts'
import { sized } from '../sized.ts'

/** Rounds that count, after one that warms up. */
export const ROUNDS = sized(7, 1)

/** A number of payments, how the table calls it, and how many of them each business has. */
export interface Size {
  readonly shown: string
  readonly payments: number
  readonly ofAShop: number
}

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

/** What the same work costs on two databases of different sizes, each on a Postgres of its own, taking turns. */
export function compareSizes(
  log: Log,
  { name, sizes, works }: { name: string; sizes: readonly [Size, Size]; works: readonly Work[] },
): Promise<Table> {
  return inTemporaryFolder(async (folder) => {
    const places: Place[] = []
    try {
      for (const size of sizes) {
        places.push(await openPlace(join(folder, String(size.payments)), size))
        log(`${name}: ${size.payments} payments`)
      }
      const rows: string[][] = []
      for (const work of works) {
        rows.push(rowOf(work.name, await takeTurns(places, work)))
        log(`${name}: ${rows.at(-1)?.join(', ')}`)
      }
      const [few, many] = [`at ${sizes[0].shown}`, `at ${sizes[1].shown}`]
      return { head: ['work', few, many, 'ratio', `Postgres CPU ${few}`, many, `pages ${few}`, many], rows }
    } finally {
      for (const { database } of places) await database.stop()
    }
  })
}

async function openPlace(folder: string, { payments, ofAShop }: Size): Promise<Place> {
  mkdirSync(folder, { mode: 0o755 })
  const database = await openDatabase(folder, { counted: true })
  const ctx = await apiContext(database.orm)
  await database.sql.query(CURSORS)
  await fillShops(database.sql, { payments, ofAShop })
  return { database, ctx }
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
