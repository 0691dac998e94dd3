import { eventually } from '@gateway/testing/wait'
import pg from 'pg'

/** Where racers are held until all of them stand in line: a table of a database. */
export interface Barrier {
  readonly url: string
  readonly table: string
  /** How many sessions must wait, for the table or behind one that does, before any of them may go on. */
  readonly waiting: number
}

const WAITING = `SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * Starts a race and lets nobody pass a table until enough sessions wait for it; then all go at once.
 *
 * @throws {Error} when they never stand in line: such a round would prove nothing.
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
