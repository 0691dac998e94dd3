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

/** What a server is to do besides its work: count the pages that statements read, or remember when transactions were committed. */
interface Observed {
  readonly counted?: boolean
  readonly timed?: boolean
}

/** Starts Postgres in a folder and migrates a database. */
export async function openDatabase(folder: string, { counted = false, timed = false }: Observed = {}): Promise<BenchDatabase> {
  const dataDir = join(folder, 'postgres')
  if (counted) await preset(dataDir, "shared_preload_libraries = 'pg_stat_statements'")
  if (timed) await preset(dataDir, 'track_commit_timestamp = on')
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

/** Some settings hold only for a server that starts with them. */
async function preset(dataDir: string, setting: string): Promise<void> {
  const postgres = await startPostgres({ dataDir })
  const sql = new pg.Client(postgres.url)
  await sql.connect()
  await sql.query(`ALTER SYSTEM SET ${setting}`)
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
