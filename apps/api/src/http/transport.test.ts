import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let key: string
const json = { 'content-type': 'application/json' }
const terms = { amount: 20, blockchain: 'ETH' }

beforeAll(async () => {
  server = await startTestServer()
  key = (await openShop(server)).key
})
afterAll(() => server.close())

const create = (body: unknown, headers: Record<string, string> = json) => server.say('POST', '/api/payments/create', { key, body, headers })

/** Sends raw bytes and returns everything received. */
async function shout(lines: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(lines)
  return Buffer.concat(await socket.toArray()).toString()
}

describe('request bodies', () => {
  test.each([
    ['text/plain', JSON.stringify(terms)],
    ['application/xml', '<amount>20</amount>'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/x-www-form-urlencoded', 'amount=20'],
    ['application/json; charset=latin1', JSON.stringify(terms)],
    ['', JSON.stringify(terms)],
  ])('a body of type "%s" gets UNSUPPORTED_MEDIA_TYPE', async (type, body) => {
    const { status, body: answer } = await create(body, type === '' ? {} : { 'content-type': type })
    expect([status, answer['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test.each([
    ['broken', { body: '{"all":', headers: json }, [400, 'INVALID_JSON']],
    ['of another type', { body: 'all=1', headers: { 'content-type': 'text/plain' } }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ['too large', { body: JSON.stringify({ all: 'x'.repeat(65_536) }), headers: json }, [413, 'BODY_TOO_LARGE']],
  ])('a body that is %s is refused without an effect even where no member is read', async (_, said, refusal) => {
    const { token } = await openShop(server)
    const { status, body: answer } = await server.say('POST', '/api/auth/logout', { key: token, ...said })
    expect([status, answer['code']]).toEqual(refusal)
    expect((await server.say('GET', '/api/auth/me', { key: token })).status).toBe(200)
  })

  test('a compressed body is refused, so that no client can send a decompression bomb', async () => {
    const { status } = await create(gzipSync(JSON.stringify(terms)), { ...json, 'content-encoding': 'gzip' })
    expect(status).toBe(415)
  })

  test.each([
    ['broken', '{"amount":'],
    ['an array', '[1]'],
    ['a text', '"amount"'],
    ['a number beyond double precision', '9007199254740993'],
    ['nested deeper than the stack', '['.repeat(60_000)],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('a body that is %s gets INVALID_JSON', async (_, body) => {
    const { status, body: answer } = await create(body)
    expect([status, answer['code']]).toEqual([400, 'INVALID_JSON'])
  })

  test.each([65_537, 300_000, 3_000_000])('a body of %i bytes gets BODY_TOO_LARGE', async (size) => {
    const { status, body } = await create(`{"description":"${'x'.repeat(size - 18)}"}`)
    expect([status, body['code']]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test('a body of exactly 64 KiB is read', async () => {
    const { status, body } = await create(`{"description":"${'x'.repeat(65_536 - 18)}"}`)
    expect([status, body['code']]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([json, {}])('an empty body counts as an empty object, with %j as headers', async (headers) => {
    const { status, body } = await server.say('POST', '/api/payments/create', { key, headers })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body['details']).toContainEqual({ field: 'blockchain', message: 'is required' })
  })

  test.each(['application/JSON', 'application/json; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'the content type %s is accepted',
    async (type) => {
      expect((await create(JSON.stringify(terms), { 'content-type': type })).status).toBe(201)
    },
  )

  test('a malformed message is answered in JSON', async () => {
    const answer = await shout('POST /api/payments HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ success: false, code: 'VALIDATION_ERROR' })
  })

  test('headers above 8 KiB are refused in JSON', async () => {
    const answer = await shout(`GET /health/live HTTP/1.1\r\nX-Long: ${'x'.repeat(9_000)}\r\n\r\n`)
    expect(answer).toContain('HTTP/1.1 431 ')
    expect(answer).toContain('"success":false')
  })
})

describe('paths', () => {
  test.each([
    ['/auth/me', 401],
    ['/api/api/auth/me', 401],
    ['/api/payments/', 401],
    ['/api/payments?', 401],
    ['/api/payments/create/', 405],
    ['/api/health/live', 200],
    ['/api/openapi.json', 200],
    ['/api/nothing', 404],
    ['/api/Payments', 404],
    ['/nothing', 404],
    ['/', 404],
    ['/api/payments/%E0%A4%A', 400],
    ['/api/payments/a%2Fb/public', 404],
    ['/api/payments/%00/public', 404],
    ['/api/payments/{id}', 404],
    ['/api/payments/../payments', 404],
  ])('GET %s answers %i in JSON, without a redirect', async (path, status) => {
    const answer = await server.say('GET', path, path === '/api/payments/%E0%A4%A' || path === '/api/payments/{id}' ? { key } : {})
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.bytes.length).toBeGreaterThan(1)
    expect(answer.headers['location']).toBeUndefined()
  })

  test('a JSON answer ignores If-None-Match', async () => {
    const { status, bytes } = await server.say('GET', '/api/payments', { key, headers: { 'if-none-match': '*' } })
    expect([status, bytes.length > 1]).toEqual([200, true])
  })

  test('static segments take precedence over parameters', async () => {
    expect((await server.say('GET', '/api/payments/create', { key })).status).toBe(405)
  })
})

describe('methods', () => {
  test.each([
    ['DELETE', '/api/payments', 'POST, GET, HEAD, OPTIONS'],
    ['PUT', '/api/payments/create', 'POST, OPTIONS'],
    ['TRACE', '/api/businesses/x', 'GET, PATCH, PUT, HEAD, OPTIONS'],
    ['POST', '/health/live', 'GET, HEAD, OPTIONS'],
  ])('%s %s gets 405 with the allowed methods', async (method, path, allow) => {
    const { status, headers, body } = await server.say(method, path)
    expect([status, body['code']]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(headers['allow']?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted())
  })

  test('HEAD answers like GET but without the body', async () => {
    const got = await server.say('GET', '/api/payments', { key })
    const asked = await server.say('HEAD', '/api/payments', { key })
    expect(asked.status).toBe(200)
    expect(asked.bytes).toHaveLength(0)
    expect(asked.headers['content-length']).toBe(got.headers['content-length'])
  })

  test('OPTIONS answers 200 with an empty object', async () => {
    const { status, bytes } = await server.say('OPTIONS', '/api/payments/create')
    expect([status, bytes.toString()]).toEqual([200, '{}'])
  })

  test('a method override is ignored', async () => {
    const override = { 'x-http-method-override': 'POST' }
    const statuses = await Promise.all(
      ['/api/payments', '/api/payments?_method=POST'].map((path) => server.say('GET', path, { key, headers: override })),
    )
    // The second names a filter that no list has.
    expect(statuses.map(({ status }) => status)).toEqual([200, 400])
  })
})

describe('standard headers', () => {
  test.each([
    ['GET', '/health/live'],
    ['GET', '/nothing'],
    ['POST', '/api/payments/create'],
    ['OPTIONS', '/api/payments'],
  ])('%s %s has a request id, the version and Cache-Control: no-store', async (method, path) => {
    const { headers, body } = await server.say(method, path)
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-f]{24}$/)
    expect(headers).toMatchObject({ 'service-version': '2026-10-01', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(body['request_id'] ?? headers['x-request-id']).toBe(headers['x-request-id'])
  })

  test('a request id of the caller is returned in the header and in the error', async () => {
    const { headers, body } = await server.say('GET', '/nothing', { headers: { 'x-request-id': 'order.A-1001_x' } })
    expect([headers['x-request-id'], body['request_id']]).toEqual(['order.A-1001_x', 'order.A-1001_x'])
  })

  test.each(['', 'x'.repeat(65), 'a b', 'ä', '<script>'])('the invalid request id "%s" is replaced', async (id) => {
    const { headers } = await server.say('GET', '/nothing', { headers: { 'x-request-id': Buffer.from(id).toString('latin1') } })
    expect(headers['x-request-id']).toMatch(/^req_/)
  })
})

describe('CORS', () => {
  test('public views allow any origin, without credentials', async () => {
    const { body } = await create(JSON.stringify(terms))
    for (const path of [
      `/api/payments/${String(body['id'])}/public`,
      `/api/payments/${String(body['id'])}/qr`,
      '/api/payments/unknown/public',
    ]) {
      const { headers } = await server.say('GET', path, { headers: { origin: 'https://shop.example' } })
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-expose-headers']).toBe('X-Request-Id, Retry-After, RateLimit, RateLimit-Policy')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('a preflight of a public path is granted', async () => {
    const { status, headers, bytes } = await server.say('OPTIONS', '/api/payments/x/public', {
      headers: { origin: 'https://shop.example' },
    })
    expect([status, bytes.toString(), headers['access-control-allow-methods']]).toEqual([200, '{}', 'GET, HEAD, OPTIONS'])
    expect(headers['access-control-allow-headers']).toBe('Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id')
  })

  test.each(['/api/payments', '/api/payments/x', '/api/auth/me', '/health/ready', '/openapi.json', '/nothing'])(
    '%s sends no CORS headers',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await server.say(method, path, { key, headers: { origin: 'https://shop.example' } })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    },
  )
})
