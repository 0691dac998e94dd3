import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { bookQueries } from './book-queries.ts'
import type { Look } from './books.ts'

/** Checks the ledger of a running gateway until it is stopped: `node watch.ts <database url> <file>`. An unreachable database is no violation. */
const EVERY_MS = 5_000
const [databaseUrl = '', file = ''] = process.argv.slice(2)

for (;;) {
  const look = await lookOnce().catch(() => undefined)
  if (look) appendFileSync(file, `${JSON.stringify(look)}\n`)
  await pause(EVERY_MS)
}

async function lookOnce(): Promise<Look> {
  const sql = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 })
  sql.on('error', () => undefined) // A killed server; the failing query reports it already.
  await sql.connect()
  try {
    const broken: { id: string; row: object }[] = []
    for (const { id, sql: query } of bookQueries) broken.push(...(await sql.query<object>(query)).rows.map((row) => ({ id, row })))
    return { at: new Date().toISOString(), broken }
  } finally {
    await sql.end().catch(() => undefined)
  }
}
