import pg from 'pg'

/** Rows of a query over a connection of its own. @throws {Error} also while Postgres is down. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  connectionString: string,
  query: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const sql = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  // A killed server; the failing query reports it already.
  sql.on('error', () => undefined)
  await sql.connect()
  try {
    return (await sql.query<Row>(query, [...values])).rows
  } finally {
    await sql.end().catch(() => undefined)
  }
}
