import type { ShownPayment } from '@gateway/scripts/demo/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import { type Story, STORY_QUOTA } from '../support/story.ts'
import { pauseInvariantChecks } from '../support/pause-invariant-checks.ts'

let story: Story
let forwarded: ShownPayment
let detected: ShownPayment
let pending: ShownPayment

beforeAll(async () => {
  story = await sharedStory()
  const { shop } = story
  forwarded = await shop.ask({ blockchain: 'ETH' })
  await pay(story, forwarded)
  await untilForwarded(story, forwarded)
  detected = await shop.ask({ blockchain: 'BTC' })
  await pay(story, detected)
  await shop.reaches(detected.id, 'detected')
  pending = await shop.ask({ blockchain: 'USDC_ETH' })
})
afterAll(() => story?.close())

/** A day from today, so that midnight may pass. */
const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['', () => [pending, detected, forwarded]],
  ['status=forwarded', () => [forwarded]],
  ['status=completed', () => [forwarded]],
  ['status=confirming', () => [detected]],
  ['status=refunded', () => []],
  ['blockchain=btc', () => [detected]],
  ['limit=1&offset=1', () => [detected]],
  [`date_from=${day(0)}&date_to=${day(1)}`, () => [pending, detected, forwarded]],
  ['date_to=2026-01-01', () => []],
])('a merchant lists payments by "%s", newest first', async (query, expected) => {
  const { status, body } = await get(`/payments?${query}`, story.shop.key)
  expect(status).toBe(200)
  expect((body['payments'] as ShownPayment[]).map(({ id }) => id)).toEqual(expected().map(({ id }) => id))
})

test.each(['status=paid', 'limit=0', 'limit=101', 'offset=-1', 'date_from=2026-02-30'])(
  'listing payments by "%s" is rejected with 400',
  async (query) => {
    expect((await get(`/payments?${query}`, story.shop.key)).status).toBe(400)
  },
)

test('a payer sees the public members of a payment without a key', async () => {
  const { status, body } = await get(`/payments/${forwarded.id}/public`)
  expect(status).toBe(200)
  const { payment } = body as { payment: Record<string, unknown> }
  expect(payment).toMatchObject({
    id: forwarded.id,
    status: 'forwarded',
    business_name: 'Story shop',
    payment_address: forwarded.payment_address,
  })
  const secret = ['metadata', 'fee_amount', 'merchant_amount', 'network_fee', 'forward_tx_hash', 'business_id']
  expect(Object.keys(payment).filter((name) => secret.includes(name))).toEqual([])
  expect((await get(`/payments/${crypto.randomUUID()}/public`)).status).toBe(404)
})

test('the QR image is a public PNG that does not change', async () => {
  const read = async (): Promise<Buffer> => {
    const response = await fetch(`${story.gateway.api}/api/payments/${detected.id}/qr`)
    expect(response.headers.get('content-type')).toBe('image/png')
    return Buffer.from(await response.arrayBuffer())
  }
  const image = await read()
  expect(image.subarray(1, 4).toString()).toBe('PNG')
  expect(await read()).toEqual(image)
})

test('an exhausted monthly quota rejects a payment with 429 and the usage, and counts nothing', async () => {
  const { shop, sql } = story
  const period = new Date().toISOString().slice(0, 7)
  const used = (current: number) =>
    sql.query('UPDATE usage_counter SET current = $1 WHERE business_id = $2 AND period = $3', [current, shop.businessId, period])
  await pauseInvariantChecks(story)
  await used(STORY_QUOTA - 1)
  await shop.ask({ blockchain: 'BTC' })
  const response = await fetch(`${shop.api}/api/payments/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 25, currency: 'USD', blockchain: 'BTC' }),
  })
  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({
    code: 'USAGE_LIMIT_EXCEEDED',
    usage: { current: STORY_QUOTA, limit: STORY_QUOTA, remaining: 0 },
  })
  const total = (await get('/payments', shop.key)).body['total']
  expect(total).toBe(4)
  await used(4)
})

async function get(path: string, key?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${story.gateway.api}/api${path}`, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })
  // The API's own tests check the shapes.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
