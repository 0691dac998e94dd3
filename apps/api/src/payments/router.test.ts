import { tables } from '@gateway/db/tables'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '../openapi.ts'
import { type AppRouter, appRouter } from '../router.ts'
import { MERCHANT_BTC, MERCHANT_ETH, openShop, startTestServer, type TestServer } from '../test-server.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Members = Readonly<Record<string, unknown>>

let server: TestServer
let shop: Shop
let thirdParty: Shop

beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  thirdParty = await openShop(server)
})
afterAll(() => server.close())

const create = (body: Members, key = shop.key) =>
  server.say('POST', '/api/payments/create', { key, body: { amount: 20, blockchain: 'ETH', ...body } })
const rpc = (key: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `http://127.0.0.1:${server.port}/trpc`, headers: { authorization: `Bearer ${key}` } })],
  })
/** The parts in which two indistinguishable answers are equal. */
const withoutRequestId = ({ status, body }: { status: number; body: Members }) => ({ status, body: { ...body, request_id: undefined } })
/** The object at a path in a document. */
const at = (from: Members, ...keys: string[]): Members => keys.reduce((inner, key) => inner[key] as Members, from)

const storedPayments = () => tables(server.api.orm.em.fork()).selectFrom('payment').selectAll().execute()

describe('payments.create', () => {
  describe('201', () => {
    test('returns every member of the payment, flat and under its name, and the usage', async () => {
      const { status, body } = await create({
        currency: 'usd',
        blockchain: 'btc',
        amount: 12.5,
        description: 'Order 1',
        metadata: { order: 1 },
      })
      const { success, usage, payment, ...flat } = body
      expect([status, success]).toEqual([201, true])
      expect(payment).toEqual(flat)
      expect(usage).toEqual({ current: expect.any(Number), limit: 100, remaining: expect.any(Number) })
      expect(flat).toMatchObject({
        status: 'pending',
        crypto_amount: '0.00020834',
        amount: 12.5,
        amount_usd: 12.5,
        currency: 'USD',
        blockchain: 'BTC',
      })
      expect(flat).toMatchObject({
        business_id: shop.businessId,
        expires_at: '2026-10-01T12:15:00.000Z',
        metadata: { order: 1 },
        livemode: true,
      })
      expect(flat).toMatchObject({
        tx_hash: null,
        fee_amount: null,
        exceptions: [],
        confirmations: 0,
        rate: { price: 60_000, fiat: 'USD' },
      })
    })

    test.each([
      [0.1 + 0.2 + 19.7, 20],
      ['12.50', 12.5],
      ['20', 20],
      [1_000_000, 1_000_000],
    ])('accepts the amount %s as %d', async (amount, shown) => {
      const { status, body } = await create({ amount })
      expect([status, body['amount']]).toEqual([201, shown])
      const rows = await storedPayments()
      expect(rows.find((row) => row.id === body['id'])?.fiatMinor).toBe(BigInt(Math.round(shown * 100)))
    })

    test('accepts both spellings, aliases, null for absent, and unknown members', async () => {
      const urls = {
        success_url: null,
        redirect_url: 'https://shop.example/thanks',
        cancelUrl: 'https://shop.example/cart',
        cancel_url: 'https://shop.example/cart',
      }
      const { status, body } = await create({ ...urls, business_id: shop.businessId, description: null, colour: 'red' })
      expect([status, body['success_url'], body['cancel_url'], body['description']]).toEqual([
        201,
        'https://shop.example/thanks',
        'https://shop.example/cart',
        null,
      ])
      expect(body).not.toHaveProperty('colour')
    })

    test('uses amount_usd without an amount', async () => {
      const { body } = await create({ amount: null, amount_usd: '15', currency: 'EUR' })
      expect([body['amount'], body['currency']]).toEqual([15, 'USD'])
    })

    test('serves POST /payments too', async () => {
      expect((await server.say('POST', '/api/payments', { key: shop.key, body: { amount: 20, blockchain: 'USDC_ETH' } })).status).toBe(201)
    })

    test.each([
      '<script>alert(1)</script>',
      '\u200Fabc',
      '👩‍👩‍👧',
      '%00',
      '${jndi:ldap://x}',
      '{{7*7}}',
      '=cmd',
      '"quoted"',
      '👍'.repeat(500),
      '',
    ])('returns the description "%s" unchanged', async (description) =>
      expect((await create({ description })).body['description']).toBe(description),
    )

    test('ignores internal members and does not echo them', async () => {
      const forged = {
        status: 'confirmed',
        fee_bps: 0,
        merchant_id: thirdParty.businessId,
        role: 'admin',
        confirmed_at: '2026-01-01T00:00:00.000Z',
        apiKey: 'x',
        livemode: false,
        id: 'x',
        feeBps: 0,
      }
      const { body } = await create(forged)
      expect(body).toMatchObject({ status: 'pending', confirmed_at: null, livemode: true })
      for (const name of ['fee_bps', 'merchant_id', 'role', 'apiKey', 'feeBps']) expect(body).not.toHaveProperty(name)
      const row = (await storedPayments()).find(({ id }) => id === body['id'])
      expect(row).toMatchObject({ feeBps: 100, state: 'pending', mode: 'live', confirmedAt: null })
    })
  })

  describe('400', () => {
    test.each([NaN, Infinity, 0, -0, -1, 1e-30, '', ' 1', '1,000', '0x10', '١٢', true, [1], {}, 1e30, 12.345, '12.345', '-1', '1e3'])(
      'rejects the amount %s, over both transports',
      async (amount) => {
        const { status, body } = await create({ amount })
        expect(status).toBe(400)
        expect(body['code']).toMatch(/^(INVALID_AMOUNT|AMOUNT_TOO_LARGE|VALIDATION_ERROR)$/)
        expect(JSON.stringify(body['details'])).toContain('amount')
        const call = rpc(shop.key).payments.create.mutate({ amount: amount as number, blockchain: 'ETH' })
        await expect(call).rejects.toMatchObject({ data: { httpStatus: 400, refusal: { success: false, details: body['details'] } } })
      },
    )

    test.each([
      ['1e309', 'AMOUNT_TOO_LARGE'],
      ['1e99999', 'INVALID_AMOUNT'],
      ['20.0000000000000000000000001', undefined],
      ['20.001', 'INVALID_AMOUNT'],
    ])('parses the number %s exactly', async (source, code) => {
      const body = `{"amount":${source},"blockchain":"ETH"}`
      const answer = await server.say('POST', '/api/payments', { key: shop.key, body, headers: { 'content-type': 'application/json' } })
      expect(answer.body['code']).toBe(code)
    })

    test('rejects an amount between two yen', async () => {
      expect((await create({ amount: 1.5, currency: 'JPY' })).body['code']).toBe('INVALID_AMOUNT')
    })

    test.each([
      [{ blockchain: 'DOGE' }, 'UNSUPPORTED_BLOCKCHAIN', 'blockchain'],
      [{ blockchain: 'ΒTC' }, 'UNSUPPORTED_BLOCKCHAIN', 'blockchain'],
      [{ blockchain: ['BTC'] }, 'UNSUPPORTED_BLOCKCHAIN', 'blockchain'],
      [{ blockchain: 'BCH' }, 'UNSUPPORTED_BLOCKCHAIN', 'blockchain'],
      [{ currency: 'XRP' }, 'UNSUPPORTED_CURRENCY', 'currency'],
      [{ amount: 1_000_000.01 }, 'AMOUNT_TOO_LARGE', 'amount'],
      [{ amount: 0.01 }, 'AMOUNT_TOO_SMALL', 'amount'],
      [{ payment_method: 'card' }, 'VALIDATION_ERROR', 'payment_method'],
      [{ description: 'x'.repeat(501) }, 'VALIDATION_ERROR', 'description'],
      [{ description: 'a\0b' }, 'VALIDATION_ERROR', 'description'],
      [{ description: 5 }, 'VALIDATION_ERROR', 'description'],
      [{ metadata: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, 'VALIDATION_ERROR', 'metadata'],
      [{ metadata: { n: 2 ** 53 } }, 'VALIDATION_ERROR', 'metadata'],
      [{ metadata: [] }, 'VALIDATION_ERROR', 'metadata'],
      [{ success_url: 'javascript:alert(1)' }, 'VALIDATION_ERROR', 'success_url'],
      [{ success_url: 'https://a.example', redirectUrl: 'https://b.example' }, 'VALIDATION_ERROR', 'success_url'],
      [{ business_id: 'x', businessId: 'y' }, 'VALIDATION_ERROR', 'business_id'],
      [{ merchant_wallet_address: MERCHANT_BTC }, 'INVALID_ADDRESS', 'merchant_wallet_address'],
    ])('rejects %j with %s and names the member', async (change, code, field) => {
      const { status, body } = await create(change)
      expect([status, body['code']]).toEqual([400, code])
      expect(JSON.stringify(body['details'])).toContain(`"${field}"`)
      expect(body['error']).toEqual(expect.any(String))
    })

    test('rejects metadata that would reach a prototype', async () => {
      const body = '{"amount":20,"blockchain":"ETH","metadata":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}'
      const answer = await server.say('POST', '/api/payments', { key: shop.key, body, headers: { 'content-type': 'application/json' } })
      expect(answer.status).toBe(400)
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    })
  })

  test('returns 403 for a foreign business like for an unknown one', async () => {
    const answers = await Promise.all(
      [thirdParty.businessId, crypto.randomUUID(), 'nonsense'].map((business_id) => create({ business_id })),
    )
    const [first, ...others] = answers.map(withoutRequestId)
    expect(first).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    for (const other of others) expect(other).toEqual(first)
  })

  test('returns 429 with usage and reset time once the monthly quota is exhausted', async () => {
    const poor = await openShop(server)
    const counter = { businessId: poor.businessId, mode: 'live' as const, period: '2026-10', current: 100, givenBack: 0 }
    await tables(server.api.orm.em.fork()).insertInto('usage_counter').values(counter).execute()
    const { status, headers, body } = await create({}, poor.key)
    expect([status, body['code'], body['usage']]).toEqual([429, 'USAGE_LIMIT_EXCEEDED', { current: 100, limit: 100, remaining: 0 }])
    expect(headers['retry-after']).toBe(String(30.5 * 24 * 60 * 60))
  })

  test('returns 503 without a current rate, and never uses a default price', async () => {
    const { status, headers, body } = await create({ amount: 2_000, currency: 'JPY' })
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'RATE_UNAVAILABLE', '5'])
  })

  test('returns exactly the members of the API description', async () => {
    const { body } = await create({})
    const promised = at(
      describeApi(appRouter, 'https://pay.example'),
      'paths',
      '/api/payments/create',
      'post',
      'responses',
      '201',
      'content',
      'application/json',
      'schema',
    )
    const { idempotent_replay: whenRepeated, ...always } = at(promised, 'properties')
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(always).toSorted())
    expect(promised['required']).toHaveLength(Object.keys(body).length)
    expect(whenRepeated).toMatchObject({ enum: [true] })
  })

  test('accepts a named wallet that is the registered one', async () => {
    expect((await create({ merchant_wallet_address: MERCHANT_ETH })).status).toBe(201)
  })
})

describe('payments.get', () => {
  test('returns the full payment, over both transports', async () => {
    const { body: created } = await create({})
    const { status, body } = await server.say('GET', `/api/payments/${String(created['id'])}`, { key: shop.key })
    expect([status, body['payment']]).toEqual([200, created['payment']])
    expect(await rpc(shop.token).payments.get.query({ id: String(created['id']) })).toEqual({ payment: created['payment'] })
  })

  test('returns 404 for a foreign payment, a random id and nonsense alike', async () => {
    const { body: created } = await create({})
    const answers = await Promise.all(
      [created['id'], crypto.randomUUID(), 'nonsense'].map((id) =>
        server.say('GET', `/api/payments/${String(id)}`, { key: thirdParty.key }),
      ),
    )
    const bodies = answers.map(withoutRequestId)
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
    expect(bodies[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('payments.list', () => {
  test("pages through the merchant's payments, newest first", async () => {
    const { body } = await server.say('GET', '/api/payments?limit=2&offset=1', { key: shop.key })
    const total = (await storedPayments()).length
    expect(body['payments']).toHaveLength(2)
    expect(body).toMatchObject({ success: true, total, limit: 2, offset: 1, pagination: { limit: 2, offset: 1, total, has_more: true } })
    const end = await server.say('GET', `/api/payments?offset=${total - 1}`, { key: shop.key })
    expect(end.body['pagination']).toEqual({ limit: 50, offset: total - 1, total, has_more: false })
  })

  test.each(['status=pending', 'blockchain=eth', 'date_from=2026-10-01&dateTo=2026-10-01', 'businessId='])(
    'finds payments by %s',
    async (filter) => {
      const query = filter === 'businessId=' ? `businessId=${shop.businessId}` : filter
      expect((await server.say('GET', `/api/payments?${query}`, { key: shop.key })).body['total']).toBeGreaterThan(0)
    },
  )

  test.each(['status=completed', 'status=refunded', 'blockchain=USDC_ETH&status=failed', 'date_from=2026-10-02', 'date_to=2026-09-30'])(
    'finds no payment by %s',
    async (query) => {
      expect((await server.say('GET', `/api/payments?${query}`, { key: shop.key })).body).toMatchObject({ total: 0, payments: [] })
    },
  )

  test.each([
    'limit=-1',
    'limit=0',
    'limit=101',
    'limit=50%20OR%201=1',
    'limit=',
    'limit=1.5',
    'offset=9223372036854775808',
    'offset=-1',
    'status=paid',
    'status=a&status=b',
    'blockchain=DOGE',
    'date_from=2026-02-30',
    'date_from=2026-10-02&date_to=2026-10-01',
    'date_to=yesterday',
    'include=everything',
  ])('rejects %s', async (query) => {
    const { status, body } = await server.say('GET', `/api/payments?${query}`, { key: shop.key })
    expect(status).toBe(400)
    expect(body['details']).toEqual([
      {
        field: query.split('=')[0] === 'date_from' && query.includes('date_to') ? 'date_to' : query.split('=')[0],
        message: expect.any(String),
      },
    ])
  })

  test('returns no payment of another merchant', async () => {
    expect((await server.say('GET', '/api/payments', { key: thirdParty.key })).body['total']).toBe(0)
  })

  test('includes QR images only on request, over both transports', async () => {
    const { key } = await openShop(server)
    const { qr_code: image, ...payment } = at((await create({}, key)).body, 'payment')
    const shown = async (query: string) => (await server.say('GET', `/api/payments${query}`, { key })).body['payments']
    expect(await shown('')).toEqual([{ ...payment, qr_code: null }])
    expect(await shown('?include=qr_code')).toEqual([{ ...payment, qr_code: image }])
    const { payments } = rpc(key)
    expect((await payments.list.query({})).payments[0]?.qr_code).toBeNull()
    expect((await payments.list.query({ include: 'qr_code' })).payments[0]?.qr_code).toBe(image)
  })
})

describe("the payer's view", () => {
  test('contains the public view, without data about the merchant', async () => {
    const { body: created } = await create({ metadata: { secret: 'canary' } })
    const { status, body } = await server.say('GET', `/api/payments/${String(created['id'])}/public`)
    expect([status, body['server_time']]).toEqual([200, '2026-10-01T12:00:00.000Z'])
    expect(body['payment']).toMatchObject({ id: created['id'], business_name: 'Blue Bottle Books', status: 'pending' })
    expect(Object.keys(body)).toEqual(['success', 'payment', 'server_time'])
    // An image may hold any letters.
    expect(JSON.stringify({ ...body, payment: { ...at(body, 'payment'), qr_code: null } })).not.toMatch(
      /canary|metadata|fee|business_id|wallet/,
    )
  })
})

test('one procedure serves both transports', async () => {
  const before = (await storedPayments()).length
  const { payment, usage } = await rpc(shop.key).payments.create.mutate({ amount: '20', blockchain: 'eth', businessId: shop.businessId })
  expect([payment.amount, payment.status, usage.limit]).toEqual([20, 'pending', 100])
  expect(await storedPayments()).toHaveLength(before + 1)
  await expect(rpc('gw_live_x').payments.list.query({})).rejects.toBeInstanceOf(TRPCClientError)
})

test('an RPC batch with a public procedure is limited to one call, for any caller', async () => {
  const account = { email: 'nobody@shop.example', password: 'correct horse battery staple' }
  const [question, body] = [encodeURIComponent('{"0":{"crypto":"BTC"}}'), { 0: account, 1: account }]
  for (const key of ['an unknown credential', shop.token]) {
    for (const path of ['accounts.login,accounts.login', 'accounts.login%2Caccounts.login'])
      expect((await server.say('POST', `/trpc/${path}?batch=1`, { key, body })).status).toBe(400)
    expect((await server.say('GET', `/trpc/rates.get,accounts.me?batch=1&input=${question}`, { key })).status).toBe(400)
    expect((await server.say('GET', `/trpc/rates.get?batch=1&input=${question}`, { key })).status).toBe(200)
  }
})

test('an RPC batch is limited to ten calls, or one without a credential, and each procedure to its own method', async () => {
  const path = Array.from({ length: 11 }, () => 'accounts.me').join(',')
  expect((await server.say('GET', `/trpc/${path}?batch=1&input={}`, { key: shop.token })).status).toBe(400)
  expect((await server.say('GET', `/trpc/accounts.me,accounts.me?batch=1&input={}`, { key: shop.token })).status).toBe(200)
  const question = encodeURIComponent(JSON.stringify({ 0: { crypto: 'BTC' }, 1: { crypto: 'ETH' } }))
  expect((await server.say('GET', `/trpc/rates.get?batch=1&input=${question}`)).status).toBe(200)
  expect((await server.say('GET', `/trpc/rates.get,rates.get?batch=1&input=${question}`)).status).toBe(400)
  expect((await server.say('HEAD', '/trpc/accounts.me', { key: shop.token })).status).toBe(405)
  expect((await server.say('GET', '/trpc/,,,,')).status).toBe(404)
})

describe('payments.tokens', () => {
  const list = (query = '', key = shop.key) => server.say('GET', `/api/tokens${query}`, { key })

  test('lists every coin, whether it is accepted, and whether a wallet exists for it', async () => {
    const { status, body } = await list()
    expect([status, body['total'], body['business_id']]).toEqual([200, 8, shop.businessId])
    expect(body['coins']).toEqual(body['tokens'])
    const usdc = { code: 'usdc_eth', symbol: 'USDC_ETH', ticker: 'USDC', chain: 'ETH', decimals: 6 }
    expect(body['tokens']).toContainEqual({
      ...usdc,
      name: 'USD Coin on Ethereum',
      is_active: true,
      has_wallet: true,
      wallet_source: 'business',
    })
    expect(body['tokens']).toContainEqual(
      expect.objectContaining({ symbol: 'SOL', is_active: false, has_wallet: false, wallet_source: null }),
    )
  })

  test('omits unsupported coins on request, and serves /supported-coins too', async () => {
    const { body } = await server.say('GET', '/api/supported-coins?activeOnly=true', { key: shop.key })
    expect(body['tokens']).toMatchObject([{ symbol: 'BTC' }, { symbol: 'ETH' }, { symbol: 'USDC_ETH' }])
  })

  test('reports no business when the merchant has several and names none', async () => {
    const owner = await openShop(server)
    await server.say('POST', '/api/businesses', { key: owner.token, body: { name: 'Second' } })
    const { body } = await list('', owner.token)
    expect([body['business_id'], body['tokens']]).toEqual([null, expect.arrayContaining([expect.objectContaining({ has_wallet: false })])])
    expect((await list(`?business_id=${owner.businessId}`, owner.token)).body['business_id']).toBe(owner.businessId)
  })

  test('rejects a foreign business and an invalid boolean', async () => {
    expect(await list(`?business_id=${thirdParty.businessId}`)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await list('?active_only=perhaps')).toMatchObject({ status: 400, body: { details: [{ field: 'active_only' }] } })
  })
})
