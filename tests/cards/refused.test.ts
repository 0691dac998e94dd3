import { gatewayWebhookSecrets } from '@gateway/devnet/stripe/gateway-keys'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openShop } from '../support/shop.ts'
import { newWallets } from '../support/wallets.ts'

/** Breaks off every insert into the inbox that waits for its table. */
const BREAK_OFF = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'insert into%processor_event%'`

let story: Shared
let shop: CardShop
let newcomer: CardShop
beforeAll(async () => {
  story = await sharedStory()
  shop = cardShopOf(story.shop)
  newcomer = cardShopOf(await openShop(story.gateway.api, await newWallets()))
  await onboardCards(shop)
})
afterAll(async () => {
  newcomer?.receiver.close()
  await story?.close()
})

const sessions = async (): Promise<number> => {
  const { effects } = await story.stripe.control.do('readLog')
  return effects.filter(({ object }) => object.object === 'checkout.session').length
}

describe('cards.create', () => {
  test('A request that is repeated with its idempotency key makes one payment with one page.', async () => {
    const before = await sessions()
    const create = () =>
      shop.request('POST /cards/payments/create', { businessId: shop.businessId, amount: 900 }, { 'idempotency-key': 'card-twice' })
    const [first, second] = await Promise.all([create(), create()])
    const third = await create()
    expect([first.status, third.status]).toEqual([201, 201])
    expect(third.body['payment']).toEqual(first.body['payment'])
    expect([201, 409]).toContain(second.status)
    expect(await sessions()).toBe(before + 1)
  })

  test('A business without an account at the processor is told to onboard, and has no account status.', async () => {
    const { status, body } = await newcomer.request('POST /cards/payments/create', { businessId: newcomer.businessId, amount: 900 })
    expect([status, body['code']]).toEqual([400, 'ONBOARDING_REQUIRED'])
    expect((await newcomer.request(`GET /cards/connect/status/${newcomer.businessId}`)).status).toBe(404)
  })

  test('A test key is told that cards are not served in test mode.', async () => {
    const key = await say(story.gateway.api, `POST /businesses/${shop.businessId}/api-keys`, {
      key: shop.token,
      body: { name: 'Test', mode: 'test' },
    })
    const { status, body } = await say(story.gateway.api, 'POST /cards/payments/create', {
      key: String(key.body['api_key']),
      body: { businessId: shop.businessId, amount: 900 },
    })
    expect([status, body['code']]).toEqual([501, 'NOT_IMPLEMENTED'])
  })
})

describe('cards.webhook', () => {
  const send = (body: string, secret: string, at = Math.floor(Date.now() / 1_000)) =>
    fetch(`${story.gateway.api}/api/cards/webhook`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}` },
    })
  const eventOf = (id: string) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { object: 'payment_intent', id: 'pi_unknown' } },
    })
  const stored = async (id: string) =>
    (await story.sql.query<{ outcome: string | null }>('SELECT outcome FROM processor_event WHERE event_id = $1', [id])).rows

  test('An event with a wrong or an old signature is answered 400, and nothing is stored.', async () => {
    const id = `evt_${randomUUID()}`
    expect((await send(eventOf(id), 'whsec_another')).status).toBe(400)
    expect((await send(eventOf(id), gatewayWebhookSecrets.platform, Math.floor(Date.now() / 1_000) - 400)).status).toBe(400)
    expect(await stored(id)).toEqual([])
  })

  test('An event that cannot be stored is not acknowledged; the processor sends it again, and it is stored then.', async () => {
    const id = `evt_${randomUUID()}`
    const holder = new pg.Client(story.around.databaseUrl)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE processor_event IN EXCLUSIVE MODE')
    let answer: Response | undefined
    void send(eventOf(id), gatewayWebhookSecrets.platform).then((given) => (answer = given))
    const status = await eventually('an answer', async () => {
      await story.sql.query(BREAK_OFF)
      return answer?.status
    })
    await holder.end()
    expect(status).toBeGreaterThanOrEqual(500)
    expect(await stored(id)).toEqual([])
    expect((await send(eventOf(id), gatewayWebhookSecrets.platform)).status).toBe(200)
    expect(await stored(id)).toHaveLength(1)
  })

  test.each(Object.entries(gatewayWebhookSecrets))(
    'An event that the secret of the endpoint %s has signed is stored once, however often it comes.',
    async (_endpoint, secret) => {
      const id = `evt_${randomUUID()}`
      for (const _time of [1, 2, 3]) {
        const answer = await send(eventOf(id), secret)
        expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
      }
      expect(await stored(id)).toHaveLength(1)
    },
  )
})
