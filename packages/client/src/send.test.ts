import { describe, expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import { listen, openGateway, refusal } from './test-gateway.ts'

const order = { amount: 25, blockchain: 'BTC' } as const
const created = { status: 201, body: { payment: { id: 'p1' } } }
const busy = refusal(503, 'DATABASE_BUSY', { 'retry-after': '0' })

describe('a creation', () => {
  test('retries after a broken connection and a busy gateway, under the same key', async () => {
    const { url, received } = await openGateway('broken', busy, created)
    await createClient({ apiKey: 'k', baseUrl: url }).payments.create(order)
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('gets its own key for each call, or the given one', async () => {
    const { url, received } = await openGateway(created)
    const client = createClient({ apiKey: 'k', baseUrl: url })
    await client.payments.create(order)
    await client.payments.create(order)
    await client.payments.create(order, { idempotencyKey: 'order-7' })
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    await client.payments.create(order, { headers: { 'Idempotency-Key': 'order-8' } })
    expect(new Set(keys).size).toBe(3)
    expect(received.slice(2).map(({ headers }) => headers['idempotency-key'])).toEqual(['order-7', 'order-8'])
  })

  test.each(['idempotency_key', 'idempotencyKey'])('keeps the key that the shop set as %s, and retries', async (member) => {
    const { url, received } = await openGateway('broken', busy, created)
    await createClient({ apiKey: 'k', baseUrl: url }).payments.create({ ...order, [member]: 'order-1' })
    expect(received.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body)[member]])).toEqual(
      Array.from({ length: 3 }, () => [undefined, 'order-1']),
    )
  })

  test("gets a generated key without one in the input, and where the gateway does not read the input's", async () => {
    const { url, received } = await openGateway(created)
    const client = createClient({ apiKey: 'k', baseUrl: url })
    const none: object = { idempotency_key: null }
    const named = { name: 'Shop', idempotency_key: 'shop-1' }
    await client.payments.create({ ...order, ...none })
    await client.businesses.create(named)
    for (const { headers } of received) expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(received).toHaveLength(2)
  })

  test('waits for its own first attempt while that is in progress', async () => {
    const { url, received } = await openGateway(refusal(409, 'IDEMPOTENCY_IN_FLIGHT', { 'retry-after': '0' }), created)
    await createClient({ apiKey: 'k', baseUrl: url }).payments.create(order)
    expect(received).toHaveLength(2)
  })
})

describe('a read sent as POST', () => {
  const coins = { cryptocurrencies: ['BTC'] }

  test('retries like any read, without a key', async () => {
    const { url, received } = await openGateway('broken', busy, { body: { rates: {} } })
    await createClient({ baseUrl: url }).rates.list(coins)
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined])
  })

  test('ignores a given key, as the API does', async () => {
    const { url, received } = await openGateway({ body: { rates: {} } })
    await createClient({ baseUrl: url }).rates.list(coins, { idempotencyKey: 'order-7' })
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined])
  })
})

describe('the client does not retry', () => {
  test('a change without an idempotency key', async () => {
    const { url, received } = await openGateway(busy, { body: {} })
    await expect(createClient({ apiKey: 'k', baseUrl: url }).businesses.update('b1', { name: 'x' })).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(1)
  })

  test.each([
    ['an invalid request', refusal(400, 'VALIDATION_ERROR')],
    ['an exhausted quota', refusal(429, 'USAGE_LIMIT_EXCEEDED', { 'retry-after': '0' })],
    ['an internal error of the gateway', refusal(500, 'INTERNAL')],
  ])('a permanent failure: %s', async (_, answer) => {
    const { url, received } = await openGateway(answer, created)
    await expect(createClient({ apiKey: 'k', baseUrl: url }).payments.create(order)).rejects.toMatchObject({ name: 'GatewayError' })
    expect(received).toHaveLength(1)
  })
})

describe('a call', () => {
  test('returns its answer with an infinite timeout', async () => {
    const { url } = await openGateway({ body: { payment: { id: 'p1' } } })
    expect((await createClient({ baseUrl: url, timeout: Infinity }).payments.view('p1')).payment.id).toBe('p1')
  })

  test('fails after four attempts', async () => {
    const { url, received } = await openGateway(busy)
    await expect(createClient({ baseUrl: url }).payments.view('p1')).rejects.toMatchObject({ status: 503, code: 'DATABASE_BUSY' })
    expect(received).toHaveLength(4)
  })

  test('fails at once when Retry-After exceeds its timeout', async () => {
    const { url, received } = await openGateway(refusal(429, 'RATE_LIMITED', { 'retry-after': '40' }))
    await expect(createClient({ baseUrl: url }).payments.view('p1')).rejects.toMatchObject({ status: 429, retryAfterMs: 40_000 })
    expect(received).toHaveLength(1)
  })

  test('fails with TIMEOUT at its timeout', async () => {
    const { url } = await openGateway('never')
    const failed = createClient({ baseUrl: url, timeout: 50 }).payments.view('p1')
    await expect(failed).rejects.toMatchObject({ status: 0, code: 'TIMEOUT', message: expect.stringContaining('50 ms') })
  })

  test('fails with TIMEOUT while an answer trickles in', async () => {
    const url = await listen((_, response) => void response.writeHead(200).write('{'))
    await expect(createClient({ baseUrl: url, timeout: 50 }).payments.view('p1')).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('throws the reason of an aborted signal, also between two attempts', async () => {
    const reason = new Error('the customer left')
    const aborted = new AbortController()
    const { url, received } = await openGateway(refusal(503, 'DATABASE_BUSY', { 'retry-after': '20' }))
    const call = createClient({ baseUrl: url }).payments.view('p1', { signal: aborted.signal })
    await expect.poll(() => received.length).toBe(1)
    aborted.abort(reason)
    await expect(call).rejects.toBe(reason)
    await expect(createClient({ baseUrl: url }).payments.view('p1', { signal: aborted.signal })).rejects.toBe(reason)
    expect(received).toHaveLength(1)
  })

  test('throws the reason of an aborted signal while it waits for an answer, also without retries', async () => {
    const aborted = new AbortController()
    const { url, received } = await openGateway('never')
    const call = createClient({ apiKey: 'k', baseUrl: url }).businesses.update('b1', { name: 'x' }, { signal: aborted.signal })
    await expect.poll(() => received.length).toBe(1)
    aborted.abort('the merchant left')
    await expect(call).rejects.toBe('the merchant left')
  })

  test('fails with CONNECTION_FAILED when no server listens', async () => {
    const url = await listen(() => {})
    const nobody = url.replace(/\d+$/, '1')
    await expect(createClient({ baseUrl: nobody }).accounts.login({ email: 'a@b.c', password: 'x' })).rejects.toMatchObject({
      status: 0,
      code: 'CONNECTION_FAILED',
      cause: expect.any(Error),
    })
  })
})
