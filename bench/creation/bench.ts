import type { Running } from '@gateway/devnet/processes/running'
import { join } from 'node:path'
import { type BenchDatabase, openDatabase } from '../database.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops, resetUsage } from '../requests/open-shops.ts'
import { type Place, type Served, startGateway, startServer } from '../requests/start-gateway.ts'
import { type Lane, ROUNDS, takeTurns, VOLLEY } from '../requests/take-turns.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { readPaymentRows } from './payment-rows.ts'
import { sized } from '../sized.ts'

const BUSINESSES = 16
const POOL_ADDRESSES = sized(20_000, 2_000)

const REASON =
  'Beside the rows a creation authenticates, counts its usage, prices, draws a QR image and is pinned, which takes about three times the processor time of the rows ' +
  '([cost of a creation](../notes/creation-cost.md)), and it waits for three processes in turn. On a machine without other load it reached 0.36 to 0.44 × on 2026-11-24; with a load average ' +
  'of 12 on two cores, 0.26 to 0.34 × on 2026-11-25.'

const text: SectionText = {
  title: 'Creating payments',
  intro:
    '`POST /payments/create` against a route that writes the same rows of a payment and does nothing else, on the same Postgres in the same run, in turns of ' +
    `${ROUNDS} rounds; ${VOLLEY.connections} connections, medians. The rows route groups its payments into one statement as the api does. Every creation authenticates its key, is ` +
    'counted against rate limits and plan, and waits for the signer’s pin; every business has a webhook. With idempotency keys, a new one each time, the sealed response is ' +
    'stored too. The client, all servers, Postgres and the signer share the machine. The ratio of CPU compares server, Postgres and signer together; load of ' +
    'other programs disturbs it least.',
  aims: [
    { text: 'at least 0.35 × of the rows route', column: 'ratio', rows: /,/, min: 0.35, reason: REASON },
    { text: 'at least 300 creations per second on two cores', column: 'per second', rows: /,/, min: 300 },
  ],
  aimsAgainst: {
    dee40013: [{ text: 'creations at least 1.3 × per second', column: 'ratio', rows: /,.*: per second$/, min: 1.3 }],
  },
}

/** Creates payments beside a route that writes the same rows, on one machine and one Postgres, taking turns. */
export const creation: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Pick<Running, 'stop'>[] = []
    try {
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: POOL_ADDRESSES })
      servers.push(gateway)
      const { api, signer } = gateway
      const keys = await openShops(`http://127.0.0.1:${api.port}`, database.sql, BUSINESSES)
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
        'rows of a payment': writeRows(rows),
        'USDC_ETH, 16 businesses': create('USDC_ETH', keys),
        'ETH, 16 businesses': create('ETH', keys),
        'BTC, 16 businesses': create('BTC', keys),
        'USDC_ETH, one business': create('USDC_ETH', keys.slice(0, 1)),
        'USDC_ETH, idempotency keys': create('USDC_ETH', keys, true),
      }
      const table = await takeTurns(lanes, {
        name: 'creation',
        behind: { 'Postgres CPU': database.pid, ...(signer && { 'signer CPU': signer.pid }) },
        beforeVolley: () => resetUsage(database.sql),
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

const writeRows = ({ pid, port }: Served): Lane => ({
  server: pid,
  shots: [{ port, path: '/rows', body: JSON.stringify({ amount: 25, currency: 'USD' }) }],
})

/** Starts a route that writes copies of one payment's rows and does nothing else. */
async function startRows(database: BenchDatabase, { api, key, ...place }: Place & { api: Served; key: string }): Promise<Served> {
  const [payment] = await createPayments(`http://127.0.0.1:${api.port}`, { key, count: 1 })
  const rows = await readPaymentRows(database.sql, payment?.id ?? '')
  return startServer(database, place, { name: 'rows', program: join(import.meta.dirname, 'rows-server.ts'), args: [JSON.stringify(rows)] })
}
