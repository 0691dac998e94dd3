import { type Em, openOrm } from '@gateway/db/orm'
import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openForeignSession } from '../test-foreign-session.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

/** More than the api has connections to its database. */
const MANY = 15
const LONG_MS = 20_000
/** What opens a shop takes less on any machine, and whoever waits for a connection meanwhile waits for longer. */
const SHORT_MS = 3_000
/** Creations that are written together give up one after the other, and how long all of them may take is not looked at here. */
const PATIENT = { answerMs: 120_000, silentMs: 150_000 }
/** What opens a shop is answered sooner on any machine. */
const ANSWER_MS = 10_000

let server: TestServer
let other: Em
let key: string
afterEach(async () => {
  await other.getConnection().close()
  await server.close()
})

/** An api whose database gives up so soon, and somebody else who is in the same database. */
async function open(...[, , wishes]: Parameters<typeof startTestServer>): Promise<void> {
  server = await startTestServer(undefined, {}, wishes)
  key = (await openShop(server)).key
  other = (await openOrm({ url: String(server.api.orm.config.get('clientUrl')), poolSize: 1 })).em.fork()
}

/** Runs a statement in the one session of somebody else. */
const elsewhere = (statement: string) => other.execute<Readonly<Record<string, unknown>>[]>(statement)

/** Takes the table of payments from everybody. A transaction that was begun so keeps its connection, however long it rests; a pool would close it. */
async function holdPayments(): Promise<void> {
  await other.begin()
  await elsewhere('SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE')
}

const letGo = () => other.rollback()

const create = (headers: Readonly<Record<string, string>> = {}) =>
  server.say('POST', '/api/payments', { key, headers, body: { amount: 20, blockchain: 'ETH' } })

/** Connections of the api that do anything but wait for work. */
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
    what: 'a lock that somebody holds',
    database: { lockTimeoutMs: SHORT_MS, statementTimeoutMs: LONG_MS },
    stop: holdPayments,
    goOn: letGo,
  },
  {
    what: 'a statement that takes for ever',
    database: { lockTimeoutMs: LONG_MS, statementTimeoutMs: SHORT_MS },
    stop: () => elsewhere(DAWDLING),
    goOn: () => elsewhere('DROP TRIGGER dawdle ON payment'),
  },
]

describe.each(stories)('$what', ({ database, stop, goOn }) => {
  test('is told as a busy database with when to ask again, to everybody, and keeps no connection', async () => {
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

  test('leaves no trace, and the same idempotency key works as soon as it is over', async () => {
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

test('an answer that is not there in time is refused, and the repetition with the same key is given it', async () => {
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

test('what fails after its client was told that it takes too long leaves the connection to further requests', async () => {
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
  // Whoever is within a transaction sees other sessions as they were when it looked first.
  const watcher = await openForeignSession(server)
  onTestFinished(() => watcher.close())
  const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  expect(await watcher.run(waiting)).not.toEqual([])
  await eventually('the database to give up', async () => (await watcher.run(waiting)).length === 0)
  await letGo()
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await hungUp
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
})
