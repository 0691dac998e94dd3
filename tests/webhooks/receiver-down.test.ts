import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { type Attempt, type FlakyReceiver, isSigned, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

test('events that a receiver rejects with 503 arrive later with same ids, same bytes and fresh signatures, first attempts in order', async () => {
  const { receiver, shop } = await openFlakyShop()
  const missed = new Set<string>()
  receiver.answer = ({ type }) => (missed.has(type) ? 200 : (missed.add(type), 503))
  const asked = await shop.ask({ blockchain: 'ETH' })
  await pay(story, asked)
  await untilForwarded({ ...story, shop }, asked)
  await eventually('a first attempt of each event', async () => firstTries(receiver, asked.id).length === LIFE.length)
  expect(firstTries(receiver, asked.id).map(({ type }) => type)).toEqual(LIFE)
  await eventually('every event to be accepted', async () => accepted(receiver, asked.id).length === LIFE.length)
  for (const { id, body, signedAt } of accepted(receiver, asked.id)) {
    const [first, ...further] = receiver.attempts.filter((attempt) => attempt.id === id)
    expect(further.length).toBeGreaterThan(0)
    expect(first?.body).toBe(body)
    expect(signedAt).toBeGreaterThan(first?.signedAt ?? signedAt)
  }
  expect(receiver.attempts.every((attempt) => isSigned(attempt, shop.receiver.secret))).toBe(true)
  const events = await story.sql.query<{ id: string }>('SELECT id FROM event WHERE object_id = $1 ORDER BY sequence', [asked.id])
  expect(firstTries(receiver, asked.id).map(({ id }) => id)).toEqual(events.rows.map(({ id }) => id))
})

test('an unreachable receiver gets its events when it is back', async () => {
  const { receiver, shop } = await openFlakyShop()
  await receiver.goAway()
  const asked = await shop.ask({ blockchain: 'BTC' })
  await eventually('a failed attempt', async () => (await deliveries(asked.id)).some(({ attempts }) => attempts > 0))
  expect(await deliveries(asked.id)).toMatchObject([{ state: 'pending', last_status_code: null, last_problem: 'unreachable' }])
  await receiver.comeBack()
  await eventually('the event to be accepted', async () => accepted(receiver, asked.id).length === 1)
})

test('a 401 from a receiver is retried', async () => {
  const { receiver, shop } = await openFlakyShop()
  let refusals = 0
  receiver.answer = ({ type }) => (type === 'payment.created' && refusals++ === 0 ? 401 : 200)
  const asked = await shop.ask({ blockchain: 'BTC' })
  await eventually('the event to be accepted', async () => accepted(receiver, asked.id).length === 1)
  expect(ofPayment(receiver, asked.id).map(({ status }) => status)).toEqual([401, 200])
})

test('a failing event delays neither later events of its payment nor other payments', async () => {
  const { receiver, shop } = await openFlakyShop()
  receiver.answer = ({ type }) => (type === 'payment.pending' ? 500 : 200)
  const [asked, other] = await Promise.all([shop.ask({ blockchain: 'BTC' }), shop.ask({ blockchain: 'BTC' })])
  await pay(story, asked)
  await untilForwarded({ ...story, shop }, asked)
  const others = LIFE.filter((type) => type !== 'payment.pending')
  await eventually('the other events', async () => accepted(receiver, asked.id).length === others.length)
  expect(accepted(receiver, asked.id).map(({ type }) => type)).toEqual(others)
  expect(accepted(receiver, other.id).map(({ type }) => type)).toEqual(['payment.created'])
})

test('a 410 switches the endpoint off, and no further event is sent to it', async () => {
  const { receiver, shop } = await openFlakyShop()
  receiver.answer = ({ type }) => (type === 'payment.created' ? 410 : 200)
  const asked = await shop.ask({ blockchain: 'BTC' })
  await eventually('the endpoint to be switched off', async () => {
    const { rows } = await story.sql.query('SELECT FROM webhook_endpoint WHERE business_id = $1 AND disabled_at IS NOT NULL', [
      shop.businessId,
    ])
    return rows.length === 1
  })
  expect(await deliveries(asked.id)).toMatchObject([{ state: 'failed', attempts: 1, last_status_code: 410 }])
  await pay(story, asked)
  await untilForwarded({ ...story, shop }, asked)
  expect(ofPayment(receiver, asked.id)).toHaveLength(1)
})

async function openFlakyShop(): Promise<{ receiver: FlakyReceiver; shop: Shop }> {
  const receiver = await startFlakyReceiver()
  const shop = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: receiver.url })
  return { receiver, shop }
}

const ofPayment = ({ attempts }: FlakyReceiver, paymentId: string): Attempt[] =>
  attempts.filter((attempt) => attempt.paymentId === paymentId)

const accepted = (receiver: FlakyReceiver, paymentId: string): Attempt[] =>
  ofPayment(receiver, paymentId).filter(({ status }) => status === 200)

const firstTries = (receiver: FlakyReceiver, paymentId: string): Attempt[] =>
  ofPayment(receiver, paymentId).filter((attempt, at, all) => all.findIndex(({ id }) => id === attempt.id) === at)

async function deliveries(paymentId: string) {
  const { rows } = await story.sql.query<{ state: string; attempts: number; last_status_code: number | null; last_problem: string | null }>(
    'SELECT state, attempts, last_status_code, last_problem FROM delivery WHERE object_id = $1 ORDER BY position',
    [paymentId],
  )
  return rows
}
