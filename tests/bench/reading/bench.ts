import type { Running } from '@gateway/devnet/processes/running'
import { openDatabase } from '../database.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops } from '../requests/open-shops.ts'
import { startBare, startGateway } from '../requests/start-gateway.ts'
import { type Lane, ROUNDS, type RouteTable, takeTurns, VOLLEY } from '../requests/take-turns.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const SHOPS = 16
const PAYMENTS_OF_A_SHOP = 20
const PAGE = 10

/** Reading payments against the least that a route with a database can do, on one machine and one Postgres, taking turns. */
export const reading: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Pick<Running, 'stop'>[] = []
    try {
      const bare = await startBare(database, { folder, log })
      servers.push(bare)
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: 0 })
      servers.push(gateway)
      const { pid, port } = gateway.api
      const origin = `http://127.0.0.1:${port}`
      const keys = await openShops(origin, database.sql, SHOPS)
      const shops = await Promise.all(
        keys.map(async (key) => ({ key, payments: await createPayments(origin, { key, count: PAYMENTS_OF_A_SHOP }) })),
      )
      const get = (by: typeof shops, suffix = ''): Lane => ({
        server: pid,
        shots: by.flatMap(({ key, payments }) => payments.map(({ id }) => ({ port, path: `/api/payments/${id}${suffix}`, key }))),
      })
      const rowIds = await createRows(`http://127.0.0.1:${bare.port}`)
      const lanes: Readonly<Record<string, Lane>> = {
        'bare route, one SELECT': { server: bare.pid, shots: rowIds.map((id) => ({ port: bare.port, path: `/rows/${id}` })) },
        'get, 16 shops': get(shops),
        'get, all from one shop': get(shops.slice(0, 1)),
        'public view': get(shops, '/public'),
        [`list, a page of ${PAGE}`]: { server: pid, shots: keys.map((key) => ({ port, path: `/api/payments?limit=${PAGE}`, key })) },
      }
      const table = await takeTurns(lanes, {
        name: 'reading',
        behind: { 'Postgres CPU': database.pid },
        // As autovacuum does within a minute: until then plans are those of empty tables, which are read whole.
        afterWarmUp: () => database.sql.query('ANALYZE'),
        log,
      })
      return [sectionOf(table)]
    } finally {
      for (const server of servers) await server.stop()
      await database.stop()
    }
  })

/** As many rows as there are payments, as the bare route keeps them. */
async function createRows(origin: string): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < SHOPS * PAYMENTS_OF_A_SHOP; n++) {
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

const sectionOf = (table: RouteTable): Section => ({
  title: 'Reading payments',
  intro:
    `\`GET /payments/{id}\` against a bare Express 5 route with one SELECT of a row of 3 members, on the same Postgres in the same run, taking turns in ${ROUNDS} rounds; ` +
    `${VOLLEY.connections} connections, medians. Every read authenticates its key, is counted against its rate limits, and answers with rate, confirmations and ` +
    'the QR image; the public view needs no key. Aims: at least 0.5 × of the bare route’s requests per second, and a p99 of at most 200 ms for every read. ' +
    'Whoever asks, both servers and Postgres share the machine, and asking takes from the bare route too; the ratio of CPU is of server and Postgres ' +
    'together, which other work disturbs least.',
  ...table,
})
