import type { DatabaseSettings } from '@gateway/db/orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openForeignSession, type ForeignSession } from '../test-foreign-session.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

const END_ALL = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

let server: TestServer
let other: ForeignSession
let key: string
let paymentId: string
/** How many times transactions have lost their connection after their first statement. */
let lost = 0
let isDying = false
beforeAll(async () => {
  server = await startTestServer(undefined, {}, { database: { onPool: endTransactions } })
  other = await openForeignSession(server)
  key = (await openShop(server)).key
  paymentId = String((await create()).body['id'])
})
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Ends all connections after a transaction has begun and before its next statement, while this is wished. */
const endTransactions: NonNullable<DatabaseSettings['onPool']> = (pool) =>
  pool.on('connect', (client) => {
    const query: (...call: readonly unknown[]) => unknown = client.query.bind(client)
    Object.assign(client, {
      query: async (...call: readonly unknown[]) => {
        const heard = await query(...call)
        if (!isDying || !/^(?:begin|start transaction)/.test(String(call[0]))) return heard
        lost += 1
        const ended = new Promise((resolve) => client.once('end', resolve))
        await Promise.all([ended, other.run(END_ALL)])
        return heard
      },
    })
  })

const create = () => server.say('POST', '/api/payments', { key, body: { amount: 20, blockchain: 'ETH' } })

test.each([
  ['creating a payment', 201, create],
  ['reading a payment', 200, () => server.say('GET', `/api/payments/${paymentId}`, { key })],
])('%s answers 503 DATABASE_BUSY when its connection ends between two statements, and works afterwards', async (_, usual, ask) => {
  isDying = true
  const { status, headers, body } = await ask().finally(() => (isDying = false))
  expect([lost > 0, status, body['code'], headers['retry-after']]).toEqual([true, 503, 'DATABASE_BUSY', '5'])
  expect((await ask()).status).toBe(usual)
  lost = 0
})
