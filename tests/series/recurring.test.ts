import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Said, say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newWallets } from '../support/wallets.ts'

let story: Shared
let stranger: Shop
beforeAll(async () => {
  story = await sharedStory()
  stranger = await openShop(story.gateway.api, await newWallets())
})
afterAll(async () => {
  stranger?.receiver.close()
  await story?.close()
})

type Members = Readonly<Record<string, unknown>>
const shop = (): Shop => story.shop
const ask = (route: string, body?: Members, { key } = shop()): Promise<Said> =>
  say(story.gateway.api, route, { key, ...(body && { body }) })
const membersOf = (value: unknown): Members => Object(value)

async function create(terms: Members = {}): Promise<Said> {
  const { BTC: depositor } = await newWallets(['BTC'])
  return ask('POST /escrow/series', {
    business_id: shop().businessId,
    payment_method: 'crypto',
    customer_email: 'Lena@Hoffmann.example',
    description: 'Coffee of the month',
    amount: '25.00',
    currency: 'usd',
    interval: 'monthly',
    max_periods: 2,
    coin: 'btc',
    beneficiary_address: shop().wallets.BTC,
    depositor_address: depositor,
    ...terms,
  })
}

/** Makes a series due a minute ago, as if its next slot had come and no timer had told of it. */
const becomeDue = (id: string) =>
  story.sql.query("UPDATE series SET next_charge_at = now() - interval '1 minute', try_at = now() - interval '1 minute' WHERE id = $1", [
    id,
  ])

const becomes = (id: string, isThere: (series: Members) => boolean): Promise<Members> =>
  eventually(`series ${id} to reach the awaited state`, async () => {
    const { body } = await ask(`GET /escrow/series/${id}`)
    return isThere(body) ? body : undefined
  })

describe('a series', () => {
  test('opens an escrow with its creation, the next by itself, and completes; its receiver hears of it all', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    const id = String(body['id'])
    expect(body).toMatchObject({
      success: true,
      series: { id, status: 'active' },
      customer_email: 'lena@hoffmann.example',
      amount: 25,
      amount_unit: 'major',
      currency: 'USD',
      coin: 'BTC',
      periods_completed: 1,
      max_periods: 2,
      processor_account_id: null,
      stripe_account_id: null,
    })
    expect(JSON.stringify(body)).not.toContain('esc_')
    const child = membersOf(body['escrow'])
    const seen = await ask(`GET /escrow/${String(child['id'])}`)
    expect(seen).toMatchObject({ status: 200, body: { status: 'created', metadata: { series_id: id, period: 1 } } })
    expect(seen.body['expires_at']).toBeDefined()
    await becomeDue(id)
    const ended = await becomes(id, ({ status: now }) => now === 'completed')
    expect(ended).toMatchObject({
      next_charge_at: null,
      periods_completed: 2,
      escrows: [
        { id: child['id'], series_id: id, period: 1, status: 'created', amount: 25, currency: 'USD', coin: 'BTC', checkout_url: null },
        { series_id: id, period: 2, status: 'created', amount: 25 },
      ],
    })
    const heard = await eventually('the webhooks of the series', async () => {
      const own = shop().receiver.received.filter(({ type }) => type.startsWith('series.'))
      return own.length >= 3 ? own.map(({ type }) => type).toSorted() : undefined
    })
    expect(heard).toEqual(['series.charged', 'series.charged', 'series.completed'])
  })

  test('a series is paused, changed, resumed and cancelled', async () => {
    const id = String((await create({ interval: 'weekly' })).body['id'])
    expect(await ask(`PATCH /escrow/series/${id}`, { status: 'paused', amount: 30 })).toMatchObject({
      status: 200,
      body: { status: 'paused', amount: 30, next_charge_at: null, series: { status: 'paused' } },
    })
    expect(await ask(`PUT /escrow/series/${id}`, { status: 'active', interval: 'monthly' })).toMatchObject({
      status: 200,
      body: { status: 'active', interval: 'monthly', next_charge_at: expect.any(String) },
    })
    expect(await ask(`DELETE /escrow/series/${id}`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', series: { status: 'cancelled' } },
    })
    expect(await ask(`POST /escrow/series/${id}/cancel`, {})).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await ask(`PATCH /escrow/series/${id}`, { status: 'active' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_STATE', details: { current: 'cancelled' } },
    })
    const listed = await ask(`GET /escrow/series?status=cancelled&business_id=${shop().businessId}`)
    expect(listed).toMatchObject({ status: 200, body: { total: 1, limit: 50, offset: 0, series: [{ id }] } })
  })

  test('needs no address of its customer, who names one on the page of each escrow', async () => {
    const { status, body } = await create({ depositor_address: undefined })
    expect({ status, body }).toMatchObject({ status: 201, body: { depositor_address: null, series: { depositor_address: null } } })
    const child = await ask(`GET /escrow/${String(membersOf(body['escrow'])['id'])}`)
    expect(child).toMatchObject({ status: 200, body: { status: 'created', depositor_address: null } })
  })

  test('a series is created once for one idempotency key', async () => {
    const first = await create()
    const terms = { customer_email: 'again@hoffmann.example' }
    const body = { ...membersOf(first.body['series']), ...terms, amount: 25 }
    const headers = { 'idempotency-key': `series-${String(first.body['id'])}` }
    const again = () => say(story.gateway.api, 'POST /escrow/series', { key: shop().key, body, headers })
    const [one, other] = [await again(), await again()]
    expect(one.status).toBe(201)
    expect(other).toMatchObject({ status: 201, body: { id: one.body['id'], idempotent_replay: true } })
  })

  test.each([
    [{ payment_method: 'card', amount: 2500 }, 400, 'ONBOARDING_REQUIRED'],
    [{ coin: 'DOGE' }, 400, 'UNSUPPORTED_BLOCKCHAIN'],
    [{ beneficiary_address: undefined }, 400, 'VALIDATION_ERROR'],
    [{ amount: 0 }, 400, 'INVALID_AMOUNT'],
  ])('a series with %o is refused with %i', async (terms, status, code) => {
    expect(await create(terms)).toMatchObject({ status, body: { code } })
  })

  test('a series is hidden from another merchant', async () => {
    const id = String((await create()).body['id'])
    expect(await ask(`GET /escrow/series/${id}`, undefined, stranger)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await ask(`DELETE /escrow/series/${id}`, undefined, stranger)).toMatchObject({ status: 404 })
    expect(await ask(`GET /escrow/series?business_id=${shop().businessId}`, undefined, stranger)).toMatchObject({ status: 403 })
  })
})
