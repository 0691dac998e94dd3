import type { Running } from '@gateway/devnet/processes/running'
import { openDatabase } from '../database.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops } from '../requests/open-shops.ts'
import { startGateway } from '../requests/start-gateway.ts'
import { type Lane, ROUNDS, takeTurns, VOLLEY } from '../requests/take-turns.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { sized } from '../sized.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const PAYMENTS = sized(100, 10)
const RECEIPTS = sized(10_000, 100)
const DID = 'did:web:busy.example'
const MAX_RATIO = 2

const text: SectionText = {
  title: 'Reading reputations',
  intro:
    `\`GET /reputation/agent/{did}/reputation\` of a DID with ${RECEIPTS.toLocaleString('en-US')} receipts, beside \`GET /payments/{id}\` of the same server, in turns of ${ROUNDS} rounds; ` +
    `${VOLLEY.connections} connections, medians. Before each round another receipt is written, so that the first read of it computes the score anew. Reputations and badges ` +
    'need no key; payments are read with one. The client, the server and Postgres share the machine.',
  aims: [
    { text: `p95 of a reputation at most ${MAX_RATIO} × that of a payment`, column: 'ratio of p95', rows: /^reputation/, max: MAX_RATIO },
  ],
}

/** Reads reputations beside payments, on one server, taking turns. */
export const reputation: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Pick<Running, 'stop'>[] = []
    try {
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: 0 })
      servers.push(gateway)
      const { pid, port } = gateway.api
      const origin = `http://127.0.0.1:${port}`
      const [key = ''] = await openShops(origin, database.sql, 1)
      const payments = await createPayments(origin, { key, count: PAYMENTS })
      await database.sql.query(writeReceipts, [DID, RECEIPTS])
      const ofDid = (path: string): Lane => ({ server: pid, shots: [{ port, path: path.replace('{did}', encodeURIComponent(DID)) }] })
      const lanes: Readonly<Record<string, Lane>> = {
        'a payment': { server: pid, shots: payments.map(({ id }) => ({ port, path: `/api/payments/${id}`, key })) },
        [`reputation, ${RECEIPTS} receipts`]: ofDid('/api/reputation/agent/{did}/reputation'),
        badge: ofDid('/api/reputation/badge/{did}'),
        'receipts, a page of 50': ofDid('/api/reputation/receipts?did={did}'),
      }
      const table = await takeTurns(lanes, {
        name: 'reputation',
        behind: { 'Postgres CPU': database.pid },
        beforeVolley: () => database.sql.query(writeReceipts, [DID, 1]),
        // As autovacuum does within a minute; until then query plans are those for empty tables, which are read whole.
        afterWarmUp: () => database.sql.query('ANALYZE'),
        log,
      })
      return [withRatioOfP95(table)]
    } finally {
      for (const server of servers) await server.stop()
      await database.stop()
    }
  })
}

/** Receipts as of settlements with a hundred counterparties, of the last days; each has a source of its own. */
const writeReceipts = `INSERT INTO receipt (id, kind, subject_did, counterparty_did, category, outcome, amount, currency, usd_cents, weight_hundredths, content, source, is_verified, created_at)
  SELECT gen_random_uuid(), 'service', $1, 'did:web:' || n % 100 || '.example', 'economic.transaction', 'accepted', '99.00', 'USD', 9900, 1000, '{}', gen_random_uuid(), true,
  now() - n * interval '10 minutes' FROM generate_series(1, $2::int) n`

/** The same table with the p95 of each row by that of the first one. */
function withRatioOfP95({ head, rows }: Table): Table {
  const at = head.indexOf('p95')
  const p95Of = (row: readonly string[] = []): number => Number.parseFloat(row[at] ?? '')
  const first = p95Of(rows[0])
  return { head: [...head, 'ratio of p95'], rows: rows.map((row) => [...row, `${(p95Of(row) / first).toFixed(2)} ×`]) }
}
