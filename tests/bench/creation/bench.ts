import type { Running } from '@gateway/devnet/processes/running'
import { join } from 'node:path'
import { type BenchDatabase, openDatabase } from '../database.ts'
import { createPayments } from '../requests/create-payments.ts'
import { freeUsage, openShops } from '../requests/open-shops.ts'
import { type Place, type Served, startBare, startGateway, startServer } from '../requests/start-gateway.ts'
import { type Lane, ROUNDS, type RouteTable, takeTurns, VOLLEY } from '../requests/take-turns.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { readPaymentRows } from './payment-rows.ts'

const SHOPS = 16
const POOL_ADDRESSES = 20_000

/** Creation of payments against the least that a route with a database can do, on one machine and one Postgres, taking turns. */
export const creation: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Pick<Running, 'stop'>[] = []
    try {
      const bare = await startBare(database, { folder, log })
      servers.push(bare)
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: POOL_ADDRESSES })
      servers.push(gateway)
      const { api, signer } = gateway
      const keys = await openShops(`http://127.0.0.1:${api.port}`, database.sql, SHOPS)
      const rows = await startRows(database, { folder, log, api, key: keys[0] ?? '' })
      servers.push(rows)
      const create = (blockchain: string, by: readonly string[], isKeyed = false): Lane => ({
        server: api.pid,
        shots: by.map((key) => ({
          port: api.port,
          path: '/api/payments/create',
          key,
          isKeyed,
          body: JSON.stringify({ amount: 25, currency: 'USD', blockchain }),
        })),
      })
      const lanes: Readonly<Record<string, Lane>> = {
        'bare route, one INSERT': least(bare),
        'bare route, the rows of a payment': least(rows),
        'USDC_ETH, 16 shops': create('USDC_ETH', keys),
        'ETH, 16 shops': create('ETH', keys),
        'BTC, 16 shops': create('BTC', keys),
        'USDC_ETH, all from one shop': create('USDC_ETH', keys.slice(0, 1)),
        'USDC_ETH, idempotency keys': create('USDC_ETH', keys, true),
      }
      const table = await takeTurns(lanes, {
        name: 'creation',
        behind: { 'Postgres CPU': database.pid, ...(signer && { 'signer CPU': signer.pid }) },
        beforeVolley: () => freeUsage(database.sql),
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

const least = ({ pid, port }: Served): Lane => ({
  server: pid,
  shots: [{ port, path: '/rows', body: JSON.stringify({ amount: 25, currency: 'USD' }) }],
})

/** Starts a route that repeats the rows of one payment, and does nothing else of what the product does. */
async function startRows(database: BenchDatabase, { api, key, ...place }: Place & { api: Served; key: string }): Promise<Served> {
  const [payment] = await createPayments(`http://127.0.0.1:${api.port}`, { key, count: 1 })
  const rows = await readPaymentRows(database.sql, payment?.id ?? '')
  return startServer(database, place, { name: 'rows', program: join(import.meta.dirname, 'rows-server.ts'), args: [JSON.stringify(rows)] })
}

const sectionOf = (table: RouteTable): Section => ({
  title: 'Creating payments',
  intro:
    `\`POST /payments/create\` against a bare Express 5 route with one INSERT, on the same Postgres in the same run, taking turns in ${ROUNDS} rounds; ` +
    `${VOLLEY.connections} connections, medians. Every creation authenticates its key, is counted against its rate limits and its plan, and waits for the ` +
    'signer’s pin; every shop has a webhook. With idempotency keys, each another one, answers are kept, sealed, too. Aim: at least 0.5 × of the bare route’s requests per ' +
    'second, 0.4 × with idempotency keys. The second bare route writes the rows of a payment, together with others as the product does, and ' +
    'nothing else: no payment is faster than its rows. Whoever asks, all servers, Postgres and the signer share the machine, and asking takes from the bare ' +
    'routes too; the ratio of CPU is of server, Postgres and signer together, which other work disturbs least.',
  ...table,
})
