import { tables } from '@gateway/db/tables'
import type { PaymentEventName } from '@gateway/domain/payments/machine'
import { announceAll } from '@gateway/operations/events/publish-events'
import { transaction } from '@gateway/operations/kernel/transaction'
import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openForeignSession } from '../../test-foreign-session.ts'
import { openShop, startTestServer, type TestServer } from '../../test-server.ts'
import { paymentQrUrl } from '../../qr.ts'
import { type StreamLimits, streamLimits } from './stream-limits.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Json = Readonly<Record<string, unknown>>

/** The product's interval, shortened. */
const hurried = { keepAliveMs: 100 }
const noLimits = { default: 100_000, anonymous: 100_000, creation: 100_000, public: 100_000 }

let server: TestServer
let shop: Shop
const open: ClientRequest[] = []
beforeAll(async () => {
  server = await startTestServer(undefined, noLimits, { streams: hurried })
  shop = await openShop(server)
})
afterAll(() => server.close())
afterEach(() => {
  for (const stream of open.splice(0)) stream.destroy()
})

/** A stream as received so far. */
interface Heard {
  readonly answer: IncomingMessage
  /** Received items, in order: types of events, `end`, and comments. */
  readonly said: string[]
  readonly payments: Json[]
  /** Resolves when the server has ended it. */
  readonly ended: Promise<unknown>
}

async function follow(id: string, headers: Readonly<Record<string, string>> = {}, { port } = server): Promise<Heard> {
  const asked = request({ agent: false, host: '127.0.0.1', port, path: `/api/payments/${id}/events`, headers })
  open.push(asked.on('error', () => {}))
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const [said, payments]: [string[], Json[]] = [[], []]
  let rest = ''
  answer.setEncoding('utf8').on('error', () => {})
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const { event, data, ...others } = fieldsOf(block)
      const content = data === undefined ? undefined : (JSON.parse(data) as Json)
      if (content?.['payment'] !== undefined) payments.push(content['payment'] as Json)
      said.push(event === 'payment' ? String(content?.['type']) : (event ?? Object.keys(others).join()))
    }
  })
  return { answer, said, payments, ended: new Promise((resolve) => answer.once('close', resolve)) }
}

/** A stream that ended after at least one message: a busy machine may pause for the whole life of a short stream. */
const followToItsEnd = (id: string, from: TestServer): Promise<Heard> =>
  eventually('a comment on the stream before its end', async () => {
    const stream = await follow(id, {}, from)
    await stream.ended
    return news(stream).length > 0 && stream
  })

const fieldsOf = (block: string): Record<string, string> =>
  Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')) || 'comment', line.slice(line.indexOf(':') + 2)]))

const asking = (id: string, headers = '') => `GET /api/payments/${id}/events HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const own = ({ key } = shop) => ({ authorization: `Bearer ${key}` })
const seen = (event: number) => ({ 'last-event-id': String(event) })
const news = ({ said }: Heard) => said.filter((word) => word !== 'retry' && word !== 'comment')

async function newPayment({ key } = shop, from = server, metadata: Json = {}): Promise<string> {
  const { body } = await from.say('POST', '/api/payments/create', { key, body: { amount: 20, blockchain: 'ETH', metadata } })
  return String(body['id'])
}

/** A server with few stream slots, a payment there, and its shop. */
async function openSmall(
  places: Partial<StreamLimits> & Pick<StreamLimits, 'mostOfOne'>,
  also: Pick<NonNullable<Parameters<typeof startTestServer>[2]>, 'connections' | 'database'> = {},
) {
  const small = await startTestServer(undefined, noLimits, { ...also, streams: places })
  onTestFinished(() => small.close())
  const owner = await openShop(small)
  return { small, owner, id: await newPayment(owner, small) }
}

interface Happening {
  readonly type: PaymentEventName
  readonly status: string
  readonly metadata?: Json
  /** Other members that it changes. */
  readonly more?: Json
  /** No notification is sent. */
  readonly isSilent?: boolean
}

/** Writes the next event of a payment, as the payments room does. */
async function happens(
  id: string,
  { type, status, metadata = {}, more = {}, isSilent = false }: Happening,
  { api }: Pick<TestServer, 'api'> = server,
): Promise<void> {
  const db = tables(api.orm.em.fork())
  const latest = await db.selectFrom('event').selectAll().where('objectId', '=', id).orderBy('sequence', 'desc').executeTakeFirstOrThrow()
  const { data } = JSON.parse(latest.body) as { data: { payment: Json } }
  const object = { type: 'payment', id, businessId: latest.businessId, mode: 'live' } as const
  const payment = { ...data.payment, status, metadata, ...more }
  const event = { type, object, sequence: latest.sequence + 1, data: { ...data, status, payment } }
  if (isSilent) await api.orm.em.fork().transactional((em) => announceAll(em, api, [event]))
  else await transaction(api, (em) => announceAll(em, api, [event]))
}

const seenPending = { type: 'payment.pending', status: 'detected' } as const
const forwarded = { type: 'payment.forwarded', status: 'forwarded' } as const
const expires = { type: 'payment.expired', status: 'expired' } as const

describe('a payment stream that cannot go on', () => {
  test('resets its connection, and the streams of other payments go on', async () => {
    const [broken, other] = [await newPayment(), await newPayment()]
    const [failing, sound] = [await follow(broken), await follow(other)]
    await eventually('both to begin', async () => news(failing).length > 0 && news(sound).length > 0)
    const failure = once(failing.answer, 'error')
    await server.api.orm.em.fork().getConnection()
      .execute(`INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
      SELECT 'evt_broken', business_id, object_type, object_id, 9, type, '{', now() FROM event WHERE object_id = '${broken}' LIMIT 1`)
    expect(await failure).toEqual([expect.objectContaining({ code: 'ECONNRESET' })])
    expect(failing.answer.complete).toBe(false)
    await happens(other, seenPending)
    await eventually('the other stream to go on', async () => news(sound).includes('payment.pending'))
  })
})

describe('a payment stream', () => {
  test('sends a comment every fifteen seconds, and lasts half an hour', () => {
    expect(streamLimits).toMatchObject({ keepAliveMs: 15_000, longestMs: 1_800_000 })
  })

  test('every message has the image of what is due by then, for its merchant and for everybody', async () => {
    const id = await newPayment()
    const streams = await Promise.all([follow(id), follow(id, own())])
    const payment_uri = 'ethereum:0x0000000000000000000000000000000000000001?value=1'
    await happens(id, { ...seenPending, more: { payment_uri } })
    for (const { payments } of streams) {
      await eventually('the second message', async () => payments.length === 2)
      expect(payments.map((payment) => payment['qr_code'])).toEqual(
        payments.map((payment) => paymentQrUrl({ qrText: String(payment['payment_uri']) })),
      )
      expect(payments[1]).toMatchObject({ payment_uri })
    }
  })

  test('sends comments while nothing happens', async () => {
    const stream = await follow(await newPayment())
    await eventually('some comments', async () => stream.said.filter((word) => word === 'comment').length >= 3)
    expect(news(stream)).toEqual(['payment.created'])
  })

  test('sends an event without a notification with the next comment', async () => {
    const id = await newPayment()
    const stream = await follow(id, own())
    await happens(id, { ...seenPending, isSilent: true })
    await eventually('payment updates', async () => news(stream).length === 2)
    expect(news(stream)).toEqual(['payment.created', 'payment.pending'])
  })

  test('ends after its maximum time without an end message', async () => {
    const brief = await startTestServer(undefined, noLimits, { streams: { keepAliveMs: 50, longestMs: 2_000 } })
    onTestFinished(() => brief.close())
    const stream = await followToItsEnd(await newPayment(await openShop(brief), brief), brief)
    expect(news(stream)).toEqual(['payment.created'])
  })

  test('waits for a slow client, and then sends everything once', async () => {
    const id = await newPayment()
    const stream = await follow(id, own())
    await eventually('the first message', async () => news(stream).length > 0)
    stream.answer.pause()
    // More than the buffers of a connection hold.
    for (let count = 0; count < 4; count++) await happens(id, { ...seenPending, metadata: { text: 'x'.repeat(4_000_000) } })
    await happens(id, expires)
    stream.answer.resume()
    await stream.ended
    expect(news(stream)).toEqual(['payment.created', ...Array(4).fill('payment.pending'), 'payment.expired', 'end'])
  })

  test('ends when its client reads nothing for the silence limit, despite comments', async () => {
    const { small, owner, id } = await openSmall({ mostOfOne: 1, keepAliveMs: 100 }, { connections: { silentMs: 6_000 } })
    const socket = connect(small.port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.pause()
    socket.write(asking(id, `Authorization: Bearer ${owner.key}\r\n`))
    const caller = `key:${owner.key.slice('gw_live_'.length).split('_')[0]}`
    const isOpen = () => small.streams.isFull(caller)
    await eventually('the stream to open', async () => isOpen())
    // More than the buffers of a connection hold.
    const metadata = { text: 'x'.repeat(4_000_000) }
    for (let count = 0; count < 4; count++) await happens(id, { ...seenPending, metadata }, small)
    expect(await eventually('the stream to be released', async () => !isOpen())).toBe(true)
  })
})

describe('a reconnecting client', () => {
  test('gets new events, and none twice', async () => {
    const id = await newPayment()
    const stream = await follow(id, { ...own(), ...seen(1) })
    await happens(id, seenPending)
    await eventually('payment updates', async () => news(stream).length > 0)
    expect(news(stream)).toEqual(['payment.pending'])
  })

  test('gets the end of a completed payment again, even without unseen events', async () => {
    const id = await newPayment()
    await happens(id, expires)
    const streams = await Promise.all([follow(id, { ...own(), ...seen(1) }), follow(id, { ...own(), ...seen(2) })])
    await Promise.all(streams.map(({ ended }) => ended))
    expect(streams.map(news)).toEqual([['payment.expired', 'end'], ['end']])
  })

  test('gets the current state for an unknown last event id', async () => {
    const stream = await follow(await newPayment(), { ...own(), ...seen(999) })
    await eventually('the first message', async () => news(stream).length > 0)
    expect(news(stream)).toEqual(['payment.created'])
  })

  test('gets all events of a payment at once, with maximum metadata', async () => {
    const metadata = { text: 'x'.repeat(8_100) }
    const id = await newPayment(shop, server, metadata)
    for (let count = 0; count < 5; count++) await happens(id, { ...seenPending, metadata })
    await happens(id, { ...forwarded, metadata })
    const stream = await follow(id, { ...own(), ...seen(0) })
    await stream.ended
    expect(news(stream)).toEqual(['payment.created', ...Array(5).fill('payment.pending'), 'payment.forwarded', 'end'])
  })
})

describe('a revoked credential', () => {
  test('ends its stream, while public streams continue', async () => {
    const other = await openShop(server)
    const id = await newPayment(other)
    const [merchant, customer] = [await follow(id, own(other)), await follow(id)]
    await eventually('both to begin', async () => news(merchant).length + news(customer).length === 2)
    const { body } = await server.say('GET', `/api/businesses/${other.businessId}/api-keys`, { key: other.token })
    const [key] = body['keys'] as readonly { id: string }[]
    await server.say('DELETE', `/api/businesses/${other.businessId}/api-keys/${key?.id}`, { key: other.token })
    await happens(id, seenPending)
    await merchant.ended
    await eventually('the payer to receive the update', async () => news(customer).length === 2)
    expect(news(merchant)).toEqual(['payment.created'])
    expect((await follow(id, own(other))).answer.statusCode).toBe(401)
  })

  test('ends its stream even while nothing happens, after a sign-out', async () => {
    const other = await openShop(server)
    const stream = await follow(await newPayment(other), own({ ...other, key: other.token }))
    await eventually('the first message', async () => news(stream).length > 0)
    expect(stream.payments[0]).toHaveProperty('metadata')
    await server.say('POST', '/api/auth/logout', { key: other.token })
    await stream.ended
    expect(news(stream)).toEqual(['payment.created'])
  })
})

describe('a stream slot', () => {
  test('stays free when the client disconnects before the stream begins', async () => {
    const patient = { lockTimeoutMs: 120_000, statementTimeoutMs: 120_000 }
    const { small, id } = await openSmall({ mostOfOne: 1 }, { database: patient })
    const elsewhere = await openForeignSession(small)
    onTestFinished(() => elsewhere.close())
    await elsewhere.run('BEGIN; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE')
    const leaving = connect(small.port, '127.0.0.1').on('error', () => {})
    leaving.write(asking(id))
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await eventually('its request to wait for the database', async () => (await elsewhere.run(waiting)).length > 0)
    const before = await small.countConnections()
    leaving.destroy()
    await eventually('the server to close the connection', async () => (await small.countConnections()) < before)
    await elsewhere.run('ROLLBACK')
    await eventually('its request to be done', async () => small.served.some(({ route }) => route.endsWith('/events')))
    expect(await eventually('its place to be free', async () => !small.streams.isFull('address:127.0.0.1'))).toBe(true)
  })
})

describe('the answer 503 STREAMS_FULL', () => {
  const statusesOf = (streams: readonly Heard[]) => streams.map(({ answer }) => answer.statusCode)

  test('applies to a caller with the maximum number of streams, and to no other caller', async () => {
    const { small, owner, id } = await openSmall({ most: 5, mostOfOne: 3 })
    const streams: Heard[] = []
    for (const headers of [{}, {}, {}, {}, own(owner)]) streams.push(await follow(id, headers, small))
    expect(statusesOf(streams)).toEqual([200, 200, 200, 503, 200])
    expect(streams[3]?.answer.headers['retry-after']).toBe('5')
  })

  test('applies to every caller when the process has the maximum number of streams', async () => {
    const { small, owner, id } = await openSmall({ most: 5, mostOfOne: 3 })
    const streams: Heard[] = []
    for (const headers of [{}, {}, own(owner), own(owner), own(owner)]) streams.push(await follow(id, headers, small))
    streams.push(await follow(id, own({ ...owner, key: owner.token }), small))
    expect(statusesOf(streams)).toEqual([200, 200, 200, 200, 200, 503])
  })
})

test('a stream ends at its maximum time, even with a longer comment interval', async () => {
  const { small, id } = await openSmall({ mostOfOne: 1, keepAliveMs: 3_600_000, longestMs: 1_000 }, { connections: { silentMs: 10_000 } })
  const stream = await followToItsEnd(id, small)
  expect(stream.said).toEqual(['retry', 'payment.created'])
  // Ended by itself, before the silence limit closes the connection.
  expect(stream.answer.complete).toBe(true)
  expect((await follow(id, {}, small)).answer.statusCode).toBe(200)
})
