import type { Running } from '@gateway/devnet/processes/running'
import { openDatabase } from '../database.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops } from '../requests/open-shops.ts'
import { startBare, startGateway } from '../requests/start-gateway.ts'
import { type Lane, ROUNDS, takeTurns, VOLLEY } from '../requests/take-turns.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { sized } from '../sized.ts'

const BUSINESSES = 16
const PAYMENTS_OF_EACH = sized(20, 10)
const PAGE = 10

const LIST_REASON =
  'A list reads ten rows of some fifty columns with their quotes, chain heights and movements, counts its matches, and presents each row. The bare route reads one row.'

const LIST_P99_REASON =
  'It follows the load of the machine: 235 ms without other load on 2026-11-23, 901 ms with a load average of 12 on two cores on 2026-11-25.'

const text: SectionText = {
  title: 'Reading payments',
  intro:
    '`GET /payments/{id}` and `GET /payments` against a bare Express 5 route with one SELECT of a row of 3 members, on the same Postgres in the same run, in turns of ' +
    `${ROUNDS} rounds; ${VOLLEY.connections} connections, medians. Every read authenticates its key, is counted against rate limits, and answers with rate and confirmations, ` +
    'a single one also with the QR image; the public view needs no key. The client, both servers and Postgres share the machine. The ratio of CPU compares server and Postgres ' +
    'together; load of other programs disturbs it least.',
  aims: [
    { text: 'single reads at least 0.5 × of the bare route', column: 'ratio', rows: /^(get|public)/, min: 0.5 },
    { text: 'p99 of single reads at most 200 ms', column: 'p99', rows: /^(get|public)/, max: 200 },
    { text: 'lists at least 0.2 × of the bare route', column: 'ratio', rows: /^list/, min: 0.2, reason: LIST_REASON },
    { text: 'p99 of lists at most 250 ms', column: 'p99', rows: /^list/, max: 250, reason: LIST_P99_REASON },
  ],
  aimsAgainst: {
    dee40013: [{ text: 'lists at least 4 × per second', column: 'ratio', rows: /^list.*: per second$/, min: 4 }],
  },
}

/** Reads payments beside a bare route, on one machine and one Postgres, taking turns. */
export const reading: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Pick<Running, 'stop'>[] = []
    try {
      const bare = await startBare(database, { folder, log })
      servers.push(bare)
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: 0 })
      servers.push(gateway)
      const { pid, port } = gateway.api
      const origin = `http://127.0.0.1:${port}`
      const keys = await openShops(origin, database.sql, BUSINESSES)
      const businesses = await Promise.all(
        keys.map(async (key) => ({ key, payments: await createPayments(origin, { key, count: PAYMENTS_OF_EACH }) })),
      )
      const get = (by: typeof businesses, suffix = ''): Lane => ({
        server: pid,
        shots: by.flatMap(({ key, payments }) => payments.map(({ id }) => ({ port, path: `/api/payments/${id}${suffix}`, key }))),
      })
      const rowIds = await createRows(`http://127.0.0.1:${bare.port}`)
      const lanes: Readonly<Record<string, Lane>> = {
        'bare route, one SELECT': { server: bare.pid, shots: rowIds.map((id) => ({ port: bare.port, path: `/rows/${id}` })) },
        'get, 16 businesses': get(businesses),
        'get, one business': get(businesses.slice(0, 1)),
        'public view': get(businesses, '/public'),
        [`list, a page of ${PAGE}`]: { server: pid, shots: keys.map((key) => ({ port, path: `/api/payments?limit=${PAGE}`, key })) },
      }
      const table = await takeTurns(lanes, {
        name: 'reading',
        behind: { 'Postgres CPU': database.pid },
        // As autovacuum does within a minute; until then query plans are those for empty tables, which are read whole.
        afterWarmUp: () => database.sql.query('ANALYZE'),
        log,
      })
      return [table]
    } finally {
      for (const server of servers) await server.stop()
      await database.stop()
    }
  })
}

/** Creates as many rows of the bare route as there are payments. */
async function createRows(origin: string): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < BUSINESSES * PAYMENTS_OF_EACH; n++) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/rows`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ amount: 25, currency: 'USD', blockchain: 'USDC_ETH' }),
    })
    ids.push(((await answer.json()) as { id: string }).id) // Our own bare route.
  }
  return ids
}
