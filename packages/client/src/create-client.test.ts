import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createClient } from './create-client.ts'
import { openGateway, refusal } from './test-gateway.ts'

const order = { amount: 25, blockchain: 'BTC' } as const

afterEach(() => void vi.unstubAllEnvs())

describe('a client call', () => {
  test("sends its input as JSON to the operation's address, with the key as bearer", async () => {
    const { url, received } = await openGateway({ status: 201, body: { payment: { id: 'p1' } } })
    const { payment } = await createClient({ apiKey: 'gw_live_1', baseUrl: url }).payments.create(order)
    expect(payment.id).toBe('p1')
    expect(received).toMatchObject([{ method: 'POST', path: '/api/payments/create', headers: { authorization: 'Bearer gw_live_1' } }])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(order)
  })

  test('encodes ids in the path, so that none can change the address', async () => {
    const { url, received } = await openGateway({ body: { payment: {} } })
    const client = createClient({ apiKey: 'k', baseUrl: url })
    await client.payments.get('a/../b?c')
    await client.businesses.update('b1', { name: 'Shop' })
    expect(received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/api/payments/a%2F..%2Fb%3Fc', ''],
      ['PATCH', '/api/businesses/b1', '{"name":"Shop"}'],
    ])
    for (const id of ['', '.', '..']) await expect(client.payments.get(id)).rejects.toThrow('id must be the id of something')
    expect(received).toHaveLength(2)
  })

  test('sends no header for a public read that would cause a preflight', async () => {
    const { url, received } = await openGateway({ body: { payment: {} } })
    await createClient({ baseUrl: url }).payments.view('p1')
    expect(received[0]?.headers).not.toHaveProperty('authorization')
    expect(received[0]?.headers).not.toHaveProperty('content-type')
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('returns the members of each form of a rate answer', () => {
    type Answer = Awaited<ReturnType<ReturnType<typeof createClient>['rates']['get']>>
    expectTypeOf<Extract<Answer, { price: number }>['rate']>().toEqualTypeOf<number>()
    expectTypeOf<Extract<Answer, { amount: number }>['crypto_amount']>().toEqualTypeOf<number>()
    expectTypeOf<Extract<Answer, { rates: object }>['unavailable']>().toEqualTypeOf<string[]>()
    expectTypeOf<Extract<Answer, { rates: object; price?: number }>>().not.toHaveProperty('crypto')
  })

  test('returns the QR image as a blob', async () => {
    const { url } = await openGateway({ headers: { 'content-type': 'image/png' }, body: 'PNG' })
    const image = await createClient({ baseUrl: url }).payments.qr('p1')
    expect([image.type, await image.text()]).toEqual(['image/png', 'PNG'])
  })

  test('builds the address of a badge without a call, with or without the `/api` of the base', () => {
    const address = 'https://pay.example/api/reputation/badge/did%3Akey%3Az6MkhaXg'
    for (const baseUrl of ['https://pay.example', 'https://pay.example/', 'https://pay.example/api'])
      expect(createClient({ baseUrl }).badgeUrl('did:key:z6MkhaXg')).toBe(address)
    expect(createClient({ baseUrl: 'https://pay.example' }).badgeUrl('did:web:a.example%3A8443/x')).toMatch(
      /did%3Aweb%3Aa\.example%253A8443%2Fx$/,
    )
    for (const did of ['', 'z6MkhaXg', 'did:key:'])
      expect(() => createClient({ baseUrl: 'https://pay.example' }).badgeUrl(did)).toThrow(TypeError)
  })

  test('returns the document of an invoice and the register of invoice numbers as blobs', async () => {
    const { url, received } = await openGateway(
      { headers: { 'content-type': 'application/pdf' }, body: '%PDF-' },
      { headers: { 'content-type': 'text/csv' }, body: 'number' },
    )
    const { invoices } = createClient({ apiKey: 'k', baseUrl: url })
    const [document, register] = [await invoices.pdf('i1'), await invoices.register({ businessId: 'b1' })]
    expectTypeOf(document).toEqualTypeOf<Blob>()
    expect([document.type, await document.text()]).toEqual(['application/pdf', '%PDF-'])
    expect([register.type, await register.text()]).toEqual(['text/csv', 'number'])
    expect(received.map(({ path }) => path)).toEqual(['/api/invoices/i1/pdf', '/api/invoices/register.csv?businessId=b1'])
  })
})

describe('the client configuration', () => {
  test.each(['', '/', '/api', '/api/'])('accepts a base URL that ends in "%s"', async (end) => {
    const { url, received } = await openGateway({ body: {} })
    await createClient({ baseUrl: url + end }).health.live()
    expect(received[0]?.path).toBe('/health/live')
  })

  test('reads the base URL and the key from the environment when not given', async () => {
    const { url, received } = await openGateway({ body: {} })
    vi.stubEnv('SERVICE_BASE_URL', url)
    vi.stubEnv('SERVICE_API_KEY', 'gw_live_env')
    await createClient().accounts.me()
    await createClient({ apiKey: 'gw_live_own' }).accounts.me()
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer gw_live_env', 'Bearer gw_live_own'])
  })

  test('repeats a call as often as it is told to', async () => {
    const busy = refusal(503, 'DATABASE_BUSY', { 'retry-after': '0' })
    const { url, received } = await openGateway(busy)
    for (const maxRetries of [0, 1]) await expect(createClient({ baseUrl: url, maxRetries }).health.live()).rejects.toThrow('DATABASE_BUSY')
    expect(received).toHaveLength(1 + 2)
    expect(() => createClient({ baseUrl: url, maxRetries: 0.5 })).toThrow('maxRetries')
  })

  test('sends requests with the given fetch', async () => {
    const asked: unknown[] = []
    const fetch = async (url: unknown) => Response.json({ asked: asked.push(url) })
    await createClient({ baseUrl: 'https://gateway.example', fetch }).health.live()
    expect(asked).toEqual(['https://gateway.example/health/live'])
  })

  test('throws without a base URL', () => {
    vi.stubEnv('SERVICE_BASE_URL', '')
    expect(() => createClient({ apiKey: 'k' })).toThrow('SERVICE_BASE_URL')
    expect(() => createClient({ apiKey: 'k', baseUrl: 'shop' })).toThrow(TypeError)
  })
})

describe('a GatewayError', () => {
  test('contains everything the API returned', async () => {
    const body = {
      success: false,
      error: 'Too many.',
      code: 'USAGE_LIMIT_EXCEEDED',
      details: [{ field: 'amount', message: 'no' }],
      usage: { current: 100, limit: 100, remaining: 0 },
      request_id: 'req_7',
    }
    const { url } = await openGateway({ status: 429, headers: { 'retry-after': '60' }, body })
    const error = await createClient({ apiKey: 'k', baseUrl: url })
      .payments.create(order)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'GatewayError',
      status: 429,
      code: 'USAGE_LIMIT_EXCEEDED',
      message: 'Too many.',
      details: body.details,
      usage: body.usage,
      requestId: 'req_7',
      retryAfterMs: 60_000,
      response: body,
    })
  })

  test('distinguishes the answer of a proxy', async () => {
    const { url } = await openGateway({ status: 502, headers: { 'x-request-id': 'req_8' }, body: '<h1>Bad gateway</h1>' })
    const error = await createClient({ baseUrl: url })
      .health.live()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 502, code: 'UNEXPECTED_ANSWER', requestId: 'req_8', response: '<h1>Bad gateway</h1>' })
  })

  test('reports a page instead of JSON as an unexpected answer', async () => {
    const { url } = await openGateway({ body: '<h1>Welcome</h1>' })
    await expect(createClient({ baseUrl: url }).health.live()).rejects.toMatchObject({ status: 200, code: 'UNEXPECTED_ANSWER' })
  })
})

describe('list.all', () => {
  const page = (ids: readonly string[], { offset, more }: { offset: number; more: boolean }) => ({
    body: { payments: ids.map((id) => ({ id })), pagination: { limit: 2, offset, total: 9, has_more: more } },
  })

  test('reads page after page, and returns a row that moved meanwhile once', async () => {
    const pages = [
      page(['d', 'c'], { offset: 0, more: true }),
      page(['c', 'b'], { offset: 2, more: true }),
      page(['a'], { offset: 4, more: false }),
    ]
    const { url, received } = await openGateway(...pages)
    const ids: string[] = []
    for await (const { id } of createClient({ baseUrl: url }).payments.list.all({ status: 'completed', limit: 2 })) ids.push(id)
    expect(ids).toEqual(['d', 'c', 'b', 'a'])
    expect(received.map(({ path }) => path)).toEqual([
      '/api/payments?limit=2&status=completed',
      '/api/payments?limit=2&status=completed&offset=2',
      '/api/payments?limit=2&status=completed&offset=4',
    ])
  })

  test('reads no further page than needed', async () => {
    const { url, received } = await openGateway(page(['b', 'a'], { offset: 0, more: true }))
    for await (const { id } of createClient({ baseUrl: url }).payments.list.all()) if (id === 'b') break
    expect(received.map(({ path }) => path)).toEqual(['/api/payments?limit=100'])
  })

  test('throws the error of a page', async () => {
    const { url } = await openGateway(page(['b'], { offset: 0, more: true }), refusal(400, 'VALIDATION_ERROR'))
    const rows = createClient({ baseUrl: url }).payments.list.all()
    expect((await rows.next()).done).toBe(false)
    await expect(rows.next()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
