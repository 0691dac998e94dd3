import { migrate, openOrm, type Orm } from '@gateway/db/orm'
import { startPostgres } from '@gateway/devnet/postgres'
import { join } from 'node:path'
import pg from 'pg'

/** A migrated database on a Postgres of its own, as careful with its disk as in production. */
export interface BenchDatabase {
  readonly url: string
  /** Process whose children are the server's backends. */
  readonly pid: number
  readonly orm: Orm
  /** A connection for whatever the product has no operation for. */
  readonly sql: pg.Client
  stop(): Promise<void>
}

/** Starts Postgres in a folder and migrates a database; with `counted` the server counts the pages that statements read. */
export async function openDatabase(folder: string, { counted = false } = {}): Promise<BenchDatabase> {
  const dataDir = join(folder, 'postgres')
  if (counted) await preloadCounter(dataDir)
  const postgres = await startPostgres({ dataDir })
  await migrate(postgres)
  const orm = await openOrm({ url: postgres.url, poolSize: 4 })
  const sql = new pg.Client(postgres.url)
  await sql.connect()
  if (counted) await sql.query('CREATE EXTENSION pg_stat_statements')
  return {
    url: postgres.url,
    pid: postgres.pid,
    orm,
    sql,
    stop: async () => {
      await sql.end()
      await orm.close()
      await postgres.stop()
    },
  }
}

/** A server loads what counts for all of its sessions only as it starts. */
async function preloadCounter(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir })
  const sql = new pg.Client(postgres.url)
  await sql.connect()
  await sql.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
  await sql.end()
  await postgres.stop()
}

/** Pages of 8 KiB that statements have asked for so far in a counted database, wherever they were found: what load on the machine does not change. */
export async function countPages({ sql }: Pick<BenchDatabase, 'sql'>): Promise<number> {
  const { rows } = await sql.query<{ pages: string }>(
    'SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) AS pages FROM pg_stat_statements',
  )
  return Number(rows[0]?.pages)
}
