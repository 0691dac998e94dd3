import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { openStory, type Story } from '../support/story.ts'
import { count } from './journey.ts'
import { arm, crash } from './processes.ts'

let story: Story
let shop: CardShop
beforeAll(async () => {
  story = await openStory({ chains: ['BTC'] })
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(() => story?.close())

test('S13: the processor’s role dies with its answer to a checkout page in hand; the same key gets the same page, and the charge is posted once', async () => {
  await arm(story, 'worker', 'S13')
  const create = () => shop.request('POST /cards/payments/create', { amount: 2_500 }, { 'idempotency-key': 'page-after-crash' })
  const [unanswered] = await Promise.all([create(), crash(story, 'worker')])
  expect([unanswered.status, unanswered.body['code']]).toEqual([503, 'TIMED_OUT'])
  await restart()
  const { status, body } = await create()
  expect(status).toBe(201)
  const payment = Object(body['payment'])
  expect(await shop.request('GET /cards/payments')).toMatchObject({ body: { total: 1 } })
  expect(await callsOf('/v1/checkout/sessions')).toEqual([first, again])
  await payCheckout(payment['checkout_url'])
  await shop.cardReaches(payment['id'], 'succeeded')
  expect(await count(story, "transfer WHERE kind = 'card_charge'")).toBe(1)
  expect(await shop.cardEvents(payment['id'], 1)).toHaveLength(1)
})

const first = { executed: true, replayed: false, sameKey: true }
const again = { executed: false, replayed: true, sameKey: true }

/** Starts the role again; it need not wait until the time of the dead one has run out. */
async function restart(): Promise<void> {
  await story.gateway.start('worker')
  await story.sql.query("UPDATE processor_attempt SET try_at = now() WHERE state = 'broadcast'")
}

/** The calls that made something, in order. */
async function callsOf(path: string) {
  const { requests } = await story.stripe.control.do('readLog')
  const calls = requests.filter((request) => request.method === 'POST' && request.path === path)
  const [key] = calls.map(({ idempotencyKey }) => idempotencyKey)
  return calls.map(({ executed, replayed, idempotencyKey }) => ({ executed, replayed, sameKey: idempotencyKey === key }))
}
