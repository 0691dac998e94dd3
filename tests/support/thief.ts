import { loginAs } from '@gateway/db/roles'
import pg from 'pg'

/** Somebody who owns the api's process: its settings, its code and its login to the database. */
export interface Thief {
  /** Runs a statement with the api's login; false when the database does not let him. */
  asks(statement: string, values?: readonly unknown[]): Promise<boolean>
  /**
   * The same; what Postgres refuses is done for him by the owner of the tables, past every guard, so that the signer is tested too: it must not lean
   * on the first wall.
   */
  tries(statement: string, values?: readonly unknown[]): Promise<void>
  read<Row extends pg.QueryResultRow>(query: string, values?: readonly unknown[]): Promise<Row[]>
  /** What the api's login was allowed to do of what he tried, and what not, since the last time. */
  tell(): { readonly allowed: readonly string[]; readonly refused: readonly string[] }
  close(): Promise<void>
}

/** Guards that the owner of the tables switches off. */
const GUARDED = ['commit', 'commit_pin', 'wallet_commit', 'wallet_pin']

/** insufficient_privilege */
const FORBIDDEN = '42501'

/** Breaks in with the database that the api has in its settings. */
export async function breakIn(databaseUrl: string): Promise<Thief> {
  const [api, owner] = [new pg.Client(loginAs('api', databaseUrl)), new pg.Client(databaseUrl)]
  await Promise.all([api.connect(), owner.connect()])
  let [allowed, refused]: string[][] = [[], []]
  const forced = async (statement: string, values: readonly unknown[]): Promise<void> => {
    for (const table of GUARDED) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await owner.query(statement, [...values])
    for (const table of GUARDED) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
  return {
    asks: (statement, values = []) => isAllowed(api, statement, values),
    async tries(statement, values = []) {
      if (await isAllowed(api, statement, values)) return void allowed?.push(statement)
      refused?.push(statement)
      await forced(statement, values)
    },
    read: async (query, values = []) => (await owner.query(query, [...values])).rows,
    tell() {
      const told = { allowed: allowed ?? [], refused: refused ?? [] }
      ;[allowed, refused] = [[], []]
      return told
    },
    close: async () => void (await Promise.all([api.end(), owner.end()])),
  }
}

async function isAllowed(client: pg.Client, statement: string, values: readonly unknown[]): Promise<boolean> {
  try {
    await client.query(statement, [...values])
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === FORBIDDEN) return false
    throw error
  }
}
