import { CreateBusinessInput } from '@gateway/contract/businesses'
import { createBusiness } from '@gateway/operations/businesses/create-business'
import { storeMerchant } from '@gateway/operations/testing/test-context'
import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'

/** The product's limits, shortened, in the same order. */
const hurried = { headersMs: 1_500, requestMs: 2_000, checkMs: 50, silentMs: 3_000, idleMs: 3_500, requests: 100 }
const DRIP_MS = 50
/** When Node itself would close a connection without complete headers. */
const NODE_HANGS_UP_MS = 60_000

let server: TestServer
/** For clients that are not slow, on a machine that may be. */
let patient: TestServer
let beganAt: number
let key: string
let patientKey: string
const clients: Client[] = []
beforeAll(async () => {
  server = await start(hurried)
  patient = await start({ requests: hurried.requests })
  key = await newKey(server)
  patientKey = await newKey(patient)
})
afterAll(() => Promise.all([server.close(), patient.close()]))
beforeEach(() => {
  beganAt = performance.now()
  server.logged.length = 0
  server.served.length = 0
})
afterEach(() => {
  if (performance.now() - beganAt > NODE_HANGS_UP_MS) throw new Error('so late it was Node that has hung up')
  for (const client of clients.splice(0)) client.socket.destroy()
})

const start = (connections: Partial<ConnectionLimits>) =>
  startTestServer(undefined, { default: 1_000_000, anonymous: 1_000_000 }, { connections })

/** The key of a new business, created without HTTP: no password is hashed under the short limits. */
async function newKey({ api }: TestServer): Promise<string> {
  const terms = CreateBusinessInput.parse({ name: 'Blue Bottle Books' })
  return (await createBusiness(api, { actor: await storeMerchant(api), terms })).apiKey
}

/** A client that sends raw bytes, and records everything received until the connection ends. */
interface Client {
  readonly socket: Socket
  /** Everything received, once the server has closed the connection. */
  readonly ended: Promise<string>
}

async function call({ port } = server): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
  await once(socket, 'connect')
  const client = { socket, ended }
  clients.push(client)
  return client
}

/** Sends a text at once, and then one character after the other without an end. */
async function drip(beginning: string, client = call()): Promise<string> {
  const { socket, ended } = await client
  socket.write(beginning)
  const dripping = setInterval(() => socket.write('x'), DRIP_MS)
  try {
    return await ended
  } finally {
    clearInterval(dripping)
  }
}

const post = (credential = key): string =>
  `POST /api/payments/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"`

/** The answers, as status and code. */
const heard = (text: string): string[] =>
  text.split('HTTP/1.1 ').flatMap((answer) => {
    const code = /"code":"(\w+)"/.exec(answer)?.[1] ?? ''
    return answer === '' ? [] : [`${answer.slice(0, 3)} ${code}`.trim()]
  })

describe('a client that sends one byte at a time', () => {
  test('gets a JSON 408 and is cut off before its headers are complete', async () => {
    const text = await drip('GET /health/live HTTP/1.1\r\nX-Slow: ')
    expect(heard(text)).toEqual(['408 REQUEST_TIMEOUT'])
    expect(text).toMatch(/^Connection: close\r$/im)
    expect(text).toMatch(/^X-Request-Id: req_[0-9a-f]{24}\r$/m)
  })

  test('gets 408 before its body is complete, without an error in the log', async () => {
    expect(heard(await drip(post()))).toEqual(['408 REQUEST_TIMEOUT'])
    await expect.poll(() => server.served).toMatchObject([{ route: '/api/payments/create', status: 408 }])
    expect(server.logged.filter(({ fields }) => 'err' in fields)).toEqual([])
  })

  test('gets 408 over RPC too', async () => {
    const text = await drip(post().replace('/api/payments/create', '/trpc/payments.create'))
    expect(heard(text)).toEqual(['408 REQUEST_TIMEOUT'])
  })

  test('gets cut off too when its request was refused before its body', async () => {
    expect(heard(await drip(post('gw_live_unknown')))[0]).toBe('401 INVALID_API_KEY')
  })

  test('delays no other client, however many there are', async () => {
    const connected = await Promise.all(Array.from({ length: 100 }, () => call()))
    const slow = connected.map((client) => drip(post(), Promise.resolve(client)))
    expect((await server.say('GET', '/api/payments', { key })).status).toBe(200)
    const answers = await Promise.all(slow)
    expect(new Set(answers.flatMap(heard))).toEqual(new Set(['408 REQUEST_TIMEOUT']))
    await expect.poll(() => server.countConnections()).toBe(0)
  })
})

describe('an idle, exhausted or stalled connection', () => {
  test('closes after silence from the beginning', async () => {
    expect(heard(await (await call()).ended)).toEqual(['408 REQUEST_TIMEOUT'])
  })

  test('closes after the idle time without another request', async () => {
    const client = await call()
    client.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(client.socket, 'data')
    const answeredAt = performance.now()
    expect(heard(await client.ended)).toEqual(['200'])
    // The shorter timeouts do not apply to an idle connection.
    expect(performance.now() - answeredAt).toBeGreaterThan(hurried.silentMs)
  })

  test('closes after its maximum number of requests, with Connection: close in the last answer', async () => {
    const client = await call(patient)
    client.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(hurried.requests))
    const text = await client.ended
    expect(heard(text)).toEqual(Array.from({ length: hurried.requests }, () => '200'))
    expect(text.match(/^Connection: close\r$/gm)).toHaveLength(1)
  })

  test('closes after its maximum number of requests, without an empty answer to a surplus one', async () => {
    const client = await call(patient)
    client.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(hurried.requests + 1))
    expect(heard(await client.ended)).toEqual(Array.from({ length: hurried.requests }, () => '200'))
  })

  test('closes after its client stops reading', async () => {
    const { socket } = await call()
    socket.pause()
    // Much more than the buffers of a connection hold, requested before the first answer.
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(hurried.requests - 1))
    await expect.poll(() => server.countConnections()).toBe(0)
  })

  test('closes after its client stops reading halfway through the next request', async () => {
    const { socket } = await call()
    socket.pause()
    socket.write(`${'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(hurried.requests - 1)}GET /health/live HT`)
    await expect.poll(() => server.countConnections()).toBe(0)
  })

  test('closes after its client disappears while sending, without an error in the log', async () => {
    const { socket } = await call()
    socket.write(post())
    await eventually('the server to have received it', async () => socket.bytesWritten > 0 && (await server.countConnections()) > 0)
    socket.resetAndDestroy()
    await expect.poll(() => server.served).toMatchObject([{ route: '/api/payments/create', status: 408 }])
    expect(server.logged.filter(({ fields }) => 'err' in fields)).toEqual([])
  })
})

test('the idle timeout of a connection exceeds that of usual proxies, so that none sends into a closing connection', () => {
  expect(connectionLimits.idleMs).toBeGreaterThan(60_000)
})

describe('a connection whose client reads too slowly', () => {
  const ASKED = 90

  test('pauses further requests until answers are read, and then serves all of them', async () => {
    const socket = connect(patient.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    const countBefore = patient.served.length
    const countAnswered = () => patient.served.length - countBefore
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(ASKED))
    await eventually('requests to be answered', async () => countAnswered() >= connectionLimits.openRequests)
    expect((await patient.say('GET', '/nothing')).status).toBe(404)
    // Bytes in the kernel's buffers count as read.
    expect(countAnswered()).toBeLessThan(ASKED / 2)
    socket.on('data', () => {}).resume()
    await eventually('the rest to be answered', async () => countAnswered() === ASKED + 1)
    socket.destroy()
  })

  test('gets no timeout while it is paused, and then every answer', async () => {
    const quick = await start({ headersMs: 1_500, requestMs: 2_000, checkMs: 50, requests: hurried.requests })
    const slow = await call(quick)
    slow.socket.pause()
    slow.socket.write(`${'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(ASKED)}GET /health/live HT`)
    await eventually('requests to be answered', async () => quick.served.length >= connectionLimits.openRequests)
    // It sent its half later, so the first connection's time is over as well.
    const other = await call(quick)
    other.socket.write('GET /health/live HT')
    expect(heard(await other.ended)).toEqual(['408 REQUEST_TIMEOUT'])
    slow.socket.write('TP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    slow.socket.resume()
    expect((await slow.ended).match(/HTTP\/1\.1 \d+/g)).toEqual(Array.from({ length: ASKED + 1 }, () => 'HTTP/1.1 200'))
    await quick.close()
  })
})

describe('request size limits', () => {
  const get = (headers: string): string => `GET /api/payments HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`
  const say = async (text: string): Promise<string[]> => {
    const { socket, ended } = await call(patient)
    socket.write(text)
    return heard(await ended)
  }

  test('headers are read completely or refused, never dropped', async () => {
    expect(await say(get(`${'a: \r\n'.repeat(900)}X-Api-Key: ${patientKey}\r\n`))).toEqual(['200'])
    expect(await say(get(`${'a: \r\n'.repeat(1_100)}X-Api-Key: ${patientKey}\r\n`))).toEqual(['431 HEADERS_TOO_LARGE'])
    expect(await say(get(`X-Long: ${'x'.repeat(8_200)}\r\n`))).toEqual(['431 HEADERS_TOO_LARGE'])
  })

  test('a chunked body without a length is measured as it arrives', async () => {
    const chunk = `1000\r\n${'x'.repeat(4_096)}\r\n`
    const head = post(patientKey).split('\r\n\r\n')[0]?.replace('Content-Length: 60000', 'Transfer-Encoding: chunked') ?? ''
    expect(await say(`${head}\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`)).toEqual(['413 BODY_TOO_LARGE'])
  })

  test('a body without an end is read for a while, and then the connection is closed', async () => {
    const { socket, ended } = await call()
    const megabyte = 'x'.repeat(1_000_000)
    // Sent at once, so that the size limit applies before the timeout.
    socket.write(post().replace('60000', '60000000') + megabyte)
    const pouring = setInterval(() => socket.write(megabyte), DRIP_MS)
    const answers = heard(await ended)
    clearInterval(pouring)
    expect(answers.every((answer) => answer === '413 BODY_TOO_LARGE')).toBe(true)
  })

  test('an unread member may be nested sixty-four levels deep, and no deeper', async () => {
    const create = (levels: number) =>
      patient.say('POST', '/api/businesses', {
        key: patientKey,
        body: `{"name":"Levels","more":${'['.repeat(levels)}${']'.repeat(levels)}}`,
        headers: { 'content-type': 'application/json', 'idempotency-key': `levels-${levels}` },
      })
    expect(await create(63)).toMatchObject({ status: 201 })
    for (const levels of [64, 2_276]) expect(await create(levels)).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } })
  })

  test.each(['/api/payments/create', '/trpc/payments.create'])(
    'a body of %s that is nested deeper than the stack gets INVALID_JSON',
    async (path) => {
      const { status, body } = await patient.say('POST', path, {
        key: patientKey,
        body: `{"metadata":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
        headers: { 'content-type': 'application/json' },
      })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('INVALID_JSON')])
    },
  )
})
