import type { ShownPayment } from '@gateway/scripts/demo/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** The shortest window. */
const WINDOW_S = 60

type Members = Readonly<Record<string, unknown>>

let story: Story
let shop: Shop
let asked: Readonly<Record<'accepted' | 'refunded', ShownPayment>>
beforeAll(async () => {
  story = await openStory({ chains: ['BTC'] })
  shop = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
  const ask = () => shop.ask({ blockchain: 'BTC' })
  asked = { accepted: await ask(), refunded: await ask() }
  for (const payment of Object.values(asked)) await pay(story, payment, half(payment))
  await mine(story, 'BTC', 1)
})
afterAll(async () => {
  shop?.receiver.close()
  await story?.close()
})

const half = (payment: ShownPayment): bigint => unitsOf(payment, payment.crypto_amount) / 2n

/** Calls a procedure of the portal as the signed-in merchant. */
async function rpc(name: string, input: Members, isRead = true): Promise<{ status: number; shown: Members }> {
  const url = `${story.gateway.api}/trpc/${name}${isRead ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`
  const response = await fetch(url, {
    method: isRead ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  })
  // The API's own tests check the shapes.
  const answer = (await response.json()) as { result?: { data: Members } }
  return { status: response.status, shown: answer.result?.data ?? {} }
}

test('the home page shows the payments that wait for the merchant, and the possible steps', async () => {
  await Promise.all(Object.values(asked).map(({ id }) => shop.reaches(id, 'expired')))
  const { shown: waiting } = await rpc('payments.portal.attention', { business_id: shop.businessId })
  expect(waiting['attention']).toMatchObject(
    Object.values(asked).map(() => ({ kind: 'held', blockchain: 'BTC', reason: 'underpaid', steps: ['accept', 'refund'] })),
  )
})

test('a merchant who clicks twice accepts an underpaid payment once, and it is forwarded', async () => {
  const { id } = asked.accepted
  const accept = () => rpc('payments.portal.accept', { id, amount_received: shown(asked.accepted, half(asked.accepted)) }, false)
  const clicks = await Promise.all([accept(), accept()])
  expect(clicks.map(({ status }) => status)).toEqual([200, 200])
  const paid = await shop.reaches(id, (payment) => payment.forward_tx_hash !== null)
  expect(paid).toMatchObject({ exceptions: ['underpaid'], amount_received: shown(paid, half(paid)) })
  const { rows } = await story.sql.query('SELECT kind, state FROM held_decision WHERE payment_id = $1', [id])
  expect(rows).toEqual([{ kind: 'accept', state: 'done' }])
  const { rows: legs } = await story.sql.query('SELECT leg FROM spend_intent WHERE ref = $1', [id])
  expect(legs).toEqual([{ leg: 0 }])
})

test('a merchant offers the rest of another one back by a link, and gets the same link for the same click', async () => {
  const click = { id: asked.refunded.id, idempotency_key: 'dialog-1' }
  const offer = async () => (await rpc('payments.portal.refunds.start', click, false)).shown['refund'] as Members
  const [first, again] = [await offer(), await offer()]
  expect(first).toMatchObject({ blockchain: 'BTC', paid_by: 'gateway', status: 'offered' })
  expect(again['refund_url']).toBe(first['refund_url'])
  expect((await fetch(String(first['refund_url']))).status).toBe(200)
  const { shown: detail } = await rpc('payments.portal.withdrawRefund', { id: asked.refunded.id }, false)
  expect(detail['refunds']).toMatchObject([{ status: 'withdrawn' }])
  expect((await fetch(String(first['refund_url']))).status).toBe(404)
})

test('every page of the portal is answered with the rights of the api alone', async () => {
  const business = { business_id: shop.businessId }
  const { shown: deliveries } = await rpc('webhooks.portal.deliveries', business)
  const delivery = (deliveries['deliveries'] as { id: string }[])[0]?.id
  const asking: [string, Members][] = [
    ['payments.portal.list', { ...business, q: asked.accepted.payment_address }],
    ['payments.portal.detail', { id: asked.accepted.id }],
    ['businesses.portal.overview', { id: shop.businessId }],
    ['businesses.portal.onboarding', { id: shop.businessId }],
    ['businesses.portal.audit', business],
    ['businesses.portal.checkAddress', { blockchain: 'BTC', address: asked.accepted.payment_address }],
    ['webhooks.portal.endpoint', business],
    ['webhooks.portal.delivery', { id: delivery }],
    ['rates.portal.sources', {}],
  ]
  for (const [name, input] of asking) expect([name, (await rpc(name, input)).status]).toEqual([name, 200])
  const { shown: audit } = await rpc('businesses.portal.audit', business)
  expect((audit['entries'] as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['payment.accept', 'return.offer', 'return.withdraw', 'api_key.create']),
  )
  const csv = await fetch(`${story.gateway.api}/portal/payments.csv?business_id=${shop.businessId}`, {
    headers: { authorization: `Bearer ${shop.token}` },
  })
  expect((await csv.text()).split('\r\n')).toHaveLength(4)
})
