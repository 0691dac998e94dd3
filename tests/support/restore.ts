import pg from 'pg'

/**
 * Copies a database, so that it can be restored to this moment. All connections are ended; none may be opened meanwhile.
 *
 * @returns the name of the copy.
 */
export async function backUp(databaseUrl: string): Promise<string> {
  const copy = `${nameOf(databaseUrl)}_backup`
  await withoutOthers(databaseUrl, [`CREATE DATABASE ${copy} TEMPLATE ${nameOf(databaseUrl)} STRATEGY file_copy`])
  return copy
}

/** Restores a database from a copy. */
export const putBack = (databaseUrl: string, copy: string): Promise<void> =>
  withoutOthers(databaseUrl, [
    `DROP DATABASE ${nameOf(databaseUrl)} WITH (FORCE)`,
    `CREATE DATABASE ${nameOf(databaseUrl)} TEMPLATE ${copy} STRATEGY file_copy`,
  ])

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1)

async function withoutOthers(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).toString())
  await client.connect()
  try {
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [nameOf(databaseUrl)])
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
