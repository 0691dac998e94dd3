import { expect, onTestFinished, test } from 'vitest'
import { openForeignSession } from '../../test-foreign-session.ts'
import { openShop, startTestServer } from '../../test-server.ts'
import { connectionLimits } from '../connections/connection-limits.ts'

const PATIENT = { lockTimeoutMs: 8_000, statementTimeoutMs: 20_000 }

test('a stream that cannot begin within a second gets 503 TIMED_OUT and takes no slot, while other requests may take longer', async () => {
  const server = await startTestServer(undefined, {}, { database: PATIENT, connections: connectionLimits, streams: { mostOfOne: 1 } })
  onTestFinished(() => server.close())
  const { key } = await openShop(server)
  const created = await server.say('POST', '/api/payments', { key, body: { amount: 20, blockchain: 'ETH' } })
  const payment = `/api/payments/${String(created.body['id'])}`
  const elsewhere = await openForeignSession(server)
  onTestFinished(() => elsewhere.close())
  await elsewhere.run('BEGIN; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE')
  const read = server.say('GET', payment, { key })
  const { status, headers, body } = await server.say('GET', `${payment}/events`)
  expect([status, body['code'], headers['retry-after']]).toEqual([503, 'TIMED_OUT', '5'])
  await elsewhere.run('ROLLBACK')
  expect((await read).status).toBe(200)
  expect((await server.say('GET', payment, { key })).status).toBe(200)
  expect(server.streams.isFull('address:127.0.0.1')).toBe(false)
})
