import { migrate } from '@gateway/db/migrate'
import { openOrm, type Orm } from '@gateway/db/orm'
import { startPostgres } from '@gateway/devnet/postgres'
import { join } from 'node:path'
import pg from 'pg'

/** A migrated database on a Postgres of its own, with the disk settings of production. */
export interface BenchDatabase {
  readonly url: string
  /** Process whose children are the server's backends. */
  readonly pid: number
  readonly orm: Orm
  /** A connection for statements that the gateway has no operation for. */
  readonly sql: pg.Client
  stop(): Promise<void>
}

/** Extras of a server: count the pages that statements read, or record the time of commits. */
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

/** Sets a setting that a server reads only at its start. */
async function preset(dataDir: string, setting: string): Promise<void> {
  const postgres = await startPostgres({ dataDir })
  const sql = new pg.Client(postgres.url)
  await sql.connect()
  await sql.query(`ALTER SYSTEM SET ${setting}`)
  await sql.end()
  await postgres.stop()
}

/** Pages of 8 KiB that statements of a counted database have read so far, from memory or disk. Load of other programs does not change them. */
export async function countPages({ sql }: Pick<BenchDatabase, 'sql'>): Promise<number> {
  const { rows } = await sql.query<{ pages: string }>(
    'SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) AS pages FROM pg_stat_statements',
  )
  return Number(rows[0]?.pages)
}
