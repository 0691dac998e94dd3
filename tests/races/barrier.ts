import { eventually } from '@gateway/testing/wait'
import pg from 'pg'

/** The locked table that holds the racers until all of them wait for it. */
export interface Barrier {
  readonly url: string
  readonly table: string
  /** Sessions that must wait, for the table or behind a waiting session, before the lock is released. */
  readonly waiting: number
}

/** A wait for another transaction names no database; the session has other locks that do. */
const WAITING = `SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted
  AND pid IN (SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

/**
 * Starts a race behind a lock on a table and releases it once enough sessions wait.
 *
 * @throws {Error} when too few sessions ever wait: such a round would prove nothing.
 */
export async function raceFrom<T>({ url, table, waiting }: Barrier, start: () => Promise<T>): Promise<T> {
  const gate = new pg.Client(url)
  await gate.connect()
  try {
    await gate.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    const race = start()
    await eventually(`${waiting} sessions to wait for ${table}`, async () => {
      const { rows } = await gate.query<{ count: number }>(WAITING)
      return (rows[0]?.count ?? 0) >= waiting
    })
    await gate.query('COMMIT')
    return await race
  } finally {
    await gate.end()
  }
}
