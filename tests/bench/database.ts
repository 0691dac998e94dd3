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

/** Starts Postgres in a folder and migrates a database. */
export async function openDatabase(folder: string): Promise<BenchDatabase> {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres)
  const orm = await openOrm({ url: postgres.url, poolSize: 4 })
  const sql = new pg.Client(postgres.url)
  await sql.connect()
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
