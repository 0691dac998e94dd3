import { loginAs } from '@gateway/db/roles'
import pg from 'pg'

/** An attacker who controls the API's process: its settings, its code and its database login. */
export interface Thief {
  /** Runs a statement with the API's login; false when the database rejects it. */
  asks(statement: string, values?: readonly unknown[]): Promise<boolean>
  /**
   * The same; a statement that Postgres rejects is run by the owner of the tables without triggers, so that the signer is tested without the grants.
   */
  tries(statement: string, values?: readonly unknown[]): Promise<void>
  read<Row extends pg.QueryResultRow>(query: string, values?: readonly unknown[]): Promise<Row[]>
  /** Allowed and rejected statements of the API's login since the last call. */
  tell(): { readonly allowed: readonly string[]; readonly refused: readonly string[] }
  close(): Promise<void>
}

/** Tables whose triggers the owner disables. */
const GUARDED = ['payout_terms', 'payout_terms_pin', 'wallet_version', 'wallet_pin']

/** insufficient_privilege */
const FORBIDDEN = '42501'

/** Breaks in with the API's database URL. */
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
