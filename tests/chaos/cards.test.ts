import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
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
  const { status, body } = await eventually('the role to find the page', async () => {
    const answer = await create()
    return answer.status !== 503 && answer
  })
  expect(status).toBe(201)
  const payment = Object(body['payment'])
  expect(await shop.request('GET /cards/payments')).toMatchObject({ body: { total: 1 } })
  expect(await callsOf('/v1/checkout/sessions')).toEqual([first, again])
  await payCheckout(payment['checkout_url'])
  await shop.cardReaches(payment['id'], 'succeeded')
  expect(await count(story, "transfer WHERE kind = 'card_charge'")).toBe(1)
  expect(await shop.cardEvents(payment['id'], 1)).toHaveLength(1)
})

test('S13: the processor’s role dies with its answer to a refund in hand; the same key refunds nothing more, and the fee falls once', async () => {
  const payment = await shop.createPaidCard({ amount: 2_599 })
  await arm(story, 'worker', 'S13')
  const refund = () =>
    shop.request('POST /cards/refund', { payment_id: payment['id'], amount: 1_050 }, { 'idempotency-key': 'refund-after-crash' })
  const [pending] = await Promise.all([refund(), crash(story, 'worker')])
  expect(pending).toMatchObject({ status: 200, body: { status: 'pending', amount_refunded: 1_050 } })
  await restart()
  const refunded = await shop.cardReaches(payment['id'], 'partially_refunded')
  expect(refunded).toMatchObject({ amount_refunded: 1_050, platform_fee_amount: 15 })
  expect(await callsOf('/v1/refunds')).toEqual([first, again])
  await eventually(
    'the refund of the fee',
    async () => (await count(story, "processor_intent WHERE purpose = 'card_fee_refund' AND state = 'final'")) === 1,
  )
  expect(await count(story, "transfer WHERE kind = 'card_refund'")).toBe(1)
  expect(await shop.cardEvents(payment['id'], 2)).toHaveLength(2)
})

test('S21: the processor’s role dies within the call that refunds a part; the part stays reserved, and refunds never exceed the capture', async () => {
  const { id, escrow_id: escrow, payment_intent_id: intent } = await shop.createPaidCard({ amount: 3_000, escrowMode: true })
  await story.stripe.control.do('failApi', { moment: 'before', answer: 'stall', method: 'POST', path: '/v1/refunds' })
  const refund = (amount: number) => shop.request('POST /cards/escrow/refund', { escrowId: escrow, amount })
  const stalled = async (): Promise<boolean> => {
    const { requests } = await story.stripe.control.do('readLog')
    return requests.some(({ path, fault }) => path === '/v1/refunds' && fault !== undefined)
  }
  const asked = refund(1_000)
  await eventually('the call to stall', stalled)
  await story.gateway.kill('worker')
  expect(await asked).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect((await refund(2_001)).body['details']).toEqual({ field: 'amount', remaining: 2_000 })
  expect((await shop.request('POST /cards/escrow/release', { escrowId: escrow })).body['code']).toBe('INVALID_STATE')
  await story.stripe.control.do('releaseStalls')
  await restart()
  await shop.cardReaches(id, 'partially_refunded')
  expect(await refund(2_000)).toMatchObject({ status: 200, body: { status: 'succeeded', total_refunded: 3_000 } })
  const { effects } = await story.stripe.control.do('readLog')
  const refunds = effects.flatMap(({ object }) => (object.object === 'refund' && object.payment_intent === intent ? [object.amount] : []))
  expect(refunds.toSorted((a, b) => a - b)).toEqual([1_000, 2_000])
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
