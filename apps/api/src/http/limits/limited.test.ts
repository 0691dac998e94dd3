import { tables } from '@gateway/db/tables'
import type { Scope } from '@gateway/domain/accounts/scope'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeApi } from '../../openapi.ts'
import { headerComponents } from '../../openapi/headers.ts'
import { appRouter } from '../../router.ts'
import { openShop, startTestServer, type TestServer } from '../../test-server.ts'
import { openCards } from '../test-cards.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const limits = { default: 5, anonymous: 4, creation: 2, polling: 3, public: 6 }
let server: TestServer
let shop: Shop
let paymentId: string

beforeAll(async () => {
  server = await startTestServer(undefined, limits)
  shop = await openShop(server)
  const { body } = await server.say('POST', '/api/payments/create', { key: shop.key, body: { amount: 20, blockchain: 'ETH' } })
  paymentId = String(body['id'])
})
afterAll(() => server.close())
beforeEach(() => server.api.clock.advance(60_000))

const list = () => server.say('GET', '/api/payments', { key: shop.key })
const get = (id = paymentId) => server.say('GET', `/api/payments/${id}`, { key: shop.key })
/** The documented header names. */
const limitHeaders = Object.keys(headerComponents)
  .map((name) => name.toLowerCase())
  .filter((name) => name.includes('ratelimit'))

/** Every operation of the description. */
function describedOperations() {
  type Described = { responses: Record<string, { headers: object }> }
  const { paths } = describeApi(appRouter, 'https://pay.example') as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { responses }]) => [`${method.toUpperCase()} ${path}`, { method: method.toUpperCase(), path, responses }] as const,
    ),
  )
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  for (let turn = 0; turn < count; turn++) answers.push(await work())
  return answers
}
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

describe('a limited route', () => {
  test('reports its limit in both header spellings', async () => {
    server.api.clock.set(new Date('2026-10-01T13:00:20.000Z'))
    const [, second] = await times(2, list)
    expect(second?.headers).toMatchObject({
      'ratelimit-policy': '"default";q=5;w=60',
      ratelimit: '"default";r=3;t=40',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': String(Date.parse('2026-10-01T13:01:00.000Z') / 1_000),
    })
  })

  test('returns 429 with the usage and the seconds to wait above the limit', async () => {
    const answers = await times(6, list)
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429])
    const { body, headers } = answers[5] ?? (await list())
    expect(body).toMatchObject({ success: false, code: 'RATE_LIMITED', usage: { current: 5, limit: 5, remaining: 0 } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['x-ratelimit-remaining']).toBe('0')
    server.api.clock.advance(60_000)
    expect((await list()).status).toBe(200)
  })
})

describe('the rate limit headers', () => {
  test.each(describedOperations())(
    'appear in every answer of %s, with any credential or none, as described',
    async (_name, { method, path, responses }) => {
      const filled = path.replace(/\{\w+\}/g, () => randomUUID())
      const body = ['GET', 'DELETE'].includes(method) ? {} : { body: '{"broken' }
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'x'.repeat(256) }
      for (const key of [undefined, 'gw_live_guess', shop.key, shop.token]) {
        const { status, headers: said } = await server.say(method, filled, { ...body, headers, ...(key !== undefined && { key }) })
        expect([
          status,
          Object.keys(said)
            .filter((name) => name.includes('ratelimit'))
            .toSorted(),
        ]).toEqual([status, limitHeaders])
        const described = Object.keys(responses[status]?.headers ?? {}).filter((name) => name !== 'Idempotent-Replayed')
        expect([status, described.filter((name) => !(name.toLowerCase() in said))]).toEqual([status, []])
        expect(described.length).toBeGreaterThan(0)
        expect(said['ratelimit']).toMatch(/^"[a-z]+";r=\d+;t=\d+$/)
      }
    },
  )
})

describe('a request without a credential', () => {
  test.each([
    ['GET', '/docs', 200],
    ['GET', '/docs/reference', 200],
    ['GET', '/docs/search.json', 200],
    ['GET', '/llms.txt', 200],
    ['GET', '/account/verify-email', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 503],
    ['GET', '/nothing', 404],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/payments/%E0%A4%A/public', 400],
    ['POST', '/docs', 405],
    ['OPTIONS', '/api/payments', 200],
    ['GET', '/trpc/nothing', 404],
    ['PUT', '/trpc/payments.create', 405],
  ])('counts by address on %s %s', async (method, path, status) => {
    const answers = await times(5, () => server.say(method, path))
    expect(statuses(answers)).toEqual([status, status, status, status, 429])
    expect(answers[4]?.body).toMatchObject({ code: 'RATE_LIMITED', usage: { current: 4, limit: 4, remaining: 0 } })
  })

  test('documents and unknown routes share one limit, and health checks have another, so that visitors behind one proxy block no probe', async () => {
    const paths = ['/docs', '/openapi.json', '/nothing', '/trpc/nothing', '/llms.txt']
    const answers = await Promise.all(paths.map((path) => server.say('GET', path)))
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(1)
    expect((await server.say('GET', '/health/live')).status).toBe(200)
  })
})

describe('the credentials of a merchant', () => {
  const listWith = (key: string) => server.say('GET', '/api/payments', { key })

  test('share twice the limit of one credential, creations included', async () => {
    const { key, token, businessId } = await openShop(server)
    const { body: made } = await server.say('POST', `/api/businesses/${businessId}/api-keys`, { key: token })
    server.api.clock.advance(60_000)
    expect(statuses(await times(5, () => listWith(key)))).toEqual([200, 200, 200, 200, 200])
    expect(statuses(await times(4, () => listWith(token)))).toEqual([200, 200, 200, 200])
    const create = () =>
      server.say('POST', '/api/payments/create', { key: String(made['api_key']), body: { amount: 20, blockchain: 'ETH' } })
    const [last, refused] = await times(2, create)
    expect(last).toMatchObject({ status: 201, headers: { 'ratelimit-policy': '"merchant";q=10;w=60' } })
    expect(refused).toMatchObject({ status: 429, body: { usage: { current: 10, limit: 10, remaining: 0 } } })
    expect((await list()).status).toBe(200)
  })

  test('keep their polling limit after the shared limit is exhausted', async () => {
    const { key, token, businessId } = await openShop(server)
    const { body: spare } = await server.say('POST', `/api/businesses/${businessId}/api-keys`, { key: token })
    const { body: created } = await server.say('POST', '/api/payments/create', { key, body: { amount: 20, blockchain: 'ETH' } })
    server.api.clock.advance(60_000)
    for (const each of [key, token]) expect(statuses(await times(5, () => listWith(each)))).toEqual([200, 200, 200, 200, 200])
    expect((await listWith(String(spare['api_key']))).status).toBe(429)
    const follow = () => server.say('GET', `/api/payments/${String(created['id'])}`, { key })
    expect(statuses(await times(4, follow))).toEqual([200, 200, 200, 429])
  })
})

describe('separate limits', () => {
  test('apply to creating payments', async () => {
    const create = () => server.say('POST', '/api/payments/create', { key: shop.key, body: { amount: 20, blockchain: 'ETH' } })
    expect(statuses(await times(3, create))).toEqual([201, 201, 429])
    expect((await list()).status).toBe(200)
  })

  test('apply to polling one payment, apart from the default limit', async () => {
    expect(statuses(await times(4, get))).toEqual([200, 200, 200, 429])
    expect((await list()).headers['x-ratelimit-remaining']).toBe('4')
  })

  test('apply to polling the onboarding of one business, whatever spelling names it', async () => {
    const { businessId } = shop
    await openCards(server.api, shop.key)
    const status = (query: string) => () => server.say('GET', `/api/cards/connect/status/${businessId}${query}`, { key: shop.key })
    expect(statuses(await times(2, status('')))).toEqual([200, 200])
    expect((await status(`?id=${randomUUID()}`)()).status).toBe(200)
    const input = encodeURIComponent(JSON.stringify({ businessId }))
    expect((await server.say('GET', `/trpc/cards.accounts.status?input=${input}`, { key: shop.key })).status).toBe(429)
    expect((await list()).headers['x-ratelimit-remaining']).toBe('4')
  })

  test('exclude guessed ids, which count against the default limit', async () => {
    expect(statuses(await times(6, () => get(randomUUID())))).toEqual([404, 404, 404, 404, 404, 429])
  })

  test('apply to images by client address without a credential', async () => {
    const image = () => server.say('GET', `/api/payments/${paymentId}/qr`)
    expect(statuses(await times(7, image))).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  test('apply to the public view of a payment, per payment and client address', async () => {
    const view = (id = paymentId) => server.say('GET', `/api/payments/${id}/public`)
    expect(statuses(await times(4, view))).toEqual([200, 200, 200, 429])
    const { body } = await server.say('POST', '/api/payments/create', { key: shop.key, body: { amount: 20, blockchain: 'ETH' } })
    const other = String(body['id'])
    expect(statuses(await times(3, () => view(other)))).toEqual([200, 200, 429])
  })

  test('apply to invalid credentials by client address', async () => {
    const guess = () => server.say('GET', '/api/payments', { key: 'gw_live_guess' })
    expect(statuses(await times(5, guess))).toEqual([401, 401, 401, 401, 429])
    const elsewhere = { key: 'gw_live_guess', headers: { 'x-forwarded-for': '198.51.100.7' } }
    expect((await server.say('GET', '/api/payments', elsewhere)).status).toBe(401)
    expect((await list()).status).toBe(200)
  })
})

describe('an API key with one scope', () => {
  const opens = (...scopes: Scope[]) =>
    tables(server.api.orm.em.fork()).updateTable('api_key').set({ scopes }).where('businessId', '=', shop.businessId).execute()
  afterEach(() => opens('*'))

  test('opens the operations of that scope only, over REST and RPC', async () => {
    await opens('payments:read')
    expect((await get()).status).toBe(200)
    const refused = await server.say('POST', '/api/payments/create', { key: shop.key, body: { amount: 20, blockchain: 'ETH' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE', details: { scope: 'payments:write' } } })
    const rpc = await server.say('POST', '/trpc/businesses.list', { key: shop.key, body: {} })
    expect(rpc.status).not.toBe(200)
    expect((await server.say('GET', '/trpc/businesses.list', { key: shop.key })).status).toBe(403)
  })

  test('counts a refused read against the default limit, for one id or many', async () => {
    await opens('webhooks:read')
    expect(statuses(await times(6, () => get(randomUUID())))).toEqual([403, 403, 403, 403, 403, 429])
    server.api.clock.advance(60_000)
    expect(statuses(await times(6, get))).toEqual([403, 403, 403, 403, 403, 429])
    await opens('*')
    expect(statuses(await times(4, get))).toEqual([200, 200, 200, 429])
  })
})
