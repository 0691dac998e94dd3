import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openForeignSession } from '../test-foreign-session.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

const ASKED = 30
/** Queries of four lists; some run two at once. */
const [SINGLE, PAIRED] = [4, 8]
const PATIENT = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 }
/** Restricted to this database: clones of the same template share object numbers. */
const waitingFor = (table: string): string => `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE datname = current_database() AND NOT granted AND relation = '${table}'::regclass`

let server: TestServer
beforeAll(async () => void (server = await startTestServer(undefined, {}, { database: PATIENT })))
afterAll(() => server.close())

const portalCall = (name: string, businessId: string, more: object = {}) =>
  `/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ business_id: businessId, ...more }))}`

test.each<[string, number, (businessId: string) => string]>([
  ['lists', SINGLE, () => '/api/payments'],
  ['public lists', PAIRED, () => '/api/reputation/receipts?did=did:web:shop.example'],
  ['lists of the portal', PAIRED, (businessId: string) => portalCall('payments.portal.list', businessId)],
  ['totals of the portal', SINGLE, (businessId: string) => portalCall('payments.portal.totals', businessId, { days: 7 })],
  ['answers about what needs attention', SINGLE, (businessId: string) => portalCall('payments.portal.attention', businessId)],
  ['exports of payments', SINGLE, (businessId: string) => `/portal/payments.csv?business_id=${businessId}`],
])(
  'the API reads at most four %s at once, so that a flood of them leaves database connections for other requests',
  async (_, queries, pathOf) => {
    const { key, token, businessId } = await openShop(server)
    const path = pathOf(businessId)
    const table = path.startsWith('/api/reputation') ? 'receipt' : 'payment'
    const elsewhere = await openForeignSession(server)
    onTestFinished(() => elsewhere.close())
    await elsewhere.run(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    const lists = Array.from({ length: ASKED }, () => server.say('GET', path, { key: path.startsWith('/api') ? key : token }))
    await eventually('lists to wait for their table', async () => (await elsewhere.run(waitingFor(table))).length >= queries)
    await eventually('all of them to be asked for', async () => (await server.countConnections()) >= ASKED)
    expect((await server.say('GET', '/api/auth/me', { key: token })).status).toBe(200)
    expect(await elsewhere.run(waitingFor(table))).toHaveLength(queries)
    await elsewhere.run('ROLLBACK')
    expect(new Set((await Promise.all(lists)).map(({ status }) => status))).toEqual(new Set([200]))
  },
)
