import { type Em, openOrm } from '@gateway/db/orm'
import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openForeignSession } from '../test-foreign-session.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

/** More than the API's database connections. */
const MANY = 15
const LONG_MS = 20_000
/** Longer than opening a shop takes on any machine, and shorter than the wait for a connection. */
const SHORT_MS = 3_000
/** Concurrent creations give up one after the other; the total time is not tested here. */
const PATIENT = { answerMs: 120_000, silentMs: 150_000 }
/** Longer than opening a shop takes on any machine. */
const ANSWER_MS = 10_000

let server: TestServer
let other: Em
let key: string
afterEach(async () => {
  await other.getConnection().close()
  await server.close()
})

/** An API with these database timeouts, and a second session in the same database. */
async function open(...[, , wishes]: Parameters<typeof startTestServer>): Promise<void> {
  server = await startTestServer(undefined, {}, wishes)
  key = (await openShop(server)).key
  other = (await openOrm({ url: String(server.api.orm.config.get('clientUrl')), poolSize: 1 })).em.fork()
}

/** Runs a statement in the second session. */
const elsewhere = (statement: string) => other.execute<Readonly<Record<string, unknown>>[]>(statement)

/** Locks the payment table. A transaction begun this way keeps its connection while it is idle; a pool would close it. */
async function holdPayments(): Promise<void> {
  await other.begin()
  await elsewhere('SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE')
}

const letGo = () => other.rollback()

const create = (headers: Readonly<Record<string, string>> = {}) =>
  server.say('POST', '/api/payments', { key, headers, body: { amount: 20, blockchain: 'ETH' } })

/** Connections of the API that are not idle. */
async function busyConnections(): Promise<number> {
  const rows = await elsewhere(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
  )
  return Number(rows[0]?.['count'])
}

const DAWDLING = `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
  CREATE TRIGGER dawdle BEFORE INSERT ON payment FOR EACH ROW EXECUTE FUNCTION dawdle()`

const stories = [
  {
    what: 'a lock held by another session',
    database: { lockTimeoutMs: SHORT_MS, statementTimeoutMs: LONG_MS },
    stop: holdPayments,
    goOn: letGo,
  },
  {
    what: 'a statement that never ends',
    database: { lockTimeoutMs: LONG_MS, statementTimeoutMs: SHORT_MS },
    stop: () => elsewhere(DAWDLING),
    goOn: () => elsewhere('DROP TRIGGER dawdle ON payment'),
  },
]

describe.each(stories)('$what', ({ database, stop, goOn }) => {
  test('returns DATABASE_BUSY with Retry-After to every request, and frees all connections', async () => {
    await open(undefined, undefined, { database, connections: PATIENT })
    await stop()
    const answers = await Promise.all(Array.from({ length: MANY }, () => create()))
    for (const { status, headers, body } of answers) {
      expect([status, body['code'], headers['retry-after']]).toEqual([503, 'DATABASE_BUSY', '5'])
      expect(JSON.stringify(body)).not.toMatch(/timeout|statement|lock|payment/i)
    }
    await eventually('no connection to be held', async () => (await busyConnections()) === 0)
    await goOn()
    expect((await create()).status).toBe(201)
  })

  test('stores nothing, and the same idempotency key works once it is over', async () => {
    await open(undefined, undefined, { database, connections: PATIENT })
    await stop()
    const headers = { 'idempotency-key': 'order-1001' }
    expect((await create(headers)).status).toBe(503)
    await goOn()
    const { status, body } = await create(headers)
    expect([status, body['idempotent_replay']]).toEqual([201, undefined])
    expect(await elsewhere('SELECT id FROM payment')).toHaveLength(1)
    expect(await elsewhere('SELECT current FROM usage_counter')).toEqual([{ current: 1 }])
  })
})

test('an answer that does not begin in time becomes 503 TIMED_OUT, and a repetition with the same key gets it later', async () => {
  await open(undefined, undefined, { connections: { answerMs: ANSWER_MS } })
  await holdPayments()
  const headers = { 'idempotency-key': 'order-1002' }
  const { status, headers: heard, body } = await create(headers)
  expect([status, body['code'], heard['retry-after']]).toEqual([503, 'TIMED_OUT', '5'])
  expect((await create(headers)).body).toMatchObject({ code: 'IDEMPOTENCY_IN_FLIGHT' })
  await letGo()
  const answer = await eventually('the first request to end', async () => {
    const repeated = await create(headers)
    return repeated.status === 201 && repeated
  })
  expect(answer.body).toMatchObject({ idempotent_replay: true })
  expect(await elsewhere('SELECT id FROM payment')).toHaveLength(1)
})

test('a request that fails after its timeout response leaves the connection usable', async () => {
  await open(undefined, undefined, {
    connections: { answerMs: ANSWER_MS },
    database: { lockTimeoutMs: LONG_MS, statementTimeoutMs: LONG_MS },
  })
  await holdPayments()
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
  const hungUp = once(socket, 'close')
  await once(socket, 'connect')
  let heard = ''
  socket.on('data', (text: string) => void (heard += text))
  const body = JSON.stringify({ amount: 20, blockchain: 'ETH' })
  const about = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(`POST /api/payments HTTP/1.1\r\nHost: x\r\n${about}\r\n\r\n${body}`)
  await eventually('a refusal', async () => heard.includes('TIMED_OUT'))
  // Inside a transaction, other sessions appear as they were at the first look.
  const watcher = await openForeignSession(server)
  onTestFinished(() => watcher.close())
  const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  expect(await watcher.run(waiting)).not.toEqual([])
  await eventually('the database to cancel the query', async () => (await watcher.run(waiting)).length === 0)
  await letGo()
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await hungUp
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
})
