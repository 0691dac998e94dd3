import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { getCardPayment } from '../charges/get-card-payment.ts'
import { carryOutIntent, repeatAttempt } from './call-attempt.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const PATH = '/v1/checkout/sessions'

let shop: CardShop
let account: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
})
afterAll(() => closeCardShop(shop))
beforeEach(() => shop.stripe.control.do('clearFaults'))

const fail = (fault: Parameters<typeof shop.stripe.control.do<'failApi'>>[1]) => shop.stripe.control.do('failApi', fault)
const db = () => tables(shop.ctx.orm.em.fork())

/** The sessions at the processor that name an intent. */
async function sessionsOf(intentId: string): Promise<string[]> {
  const { effects } = await shop.stripe.control.do('readLog')
  const sessions = effects.map(({ object }) => object as { id: string; object: string; metadata?: Record<string, string> })
  return sessions
    .filter(({ object, metadata }) => object === 'checkout.session' && metadata?.['intent_id'] === intentId)
    .map(({ id }) => id)
}

const rowsOf = async (intentId: string) => ({
  intent: await db().selectFrom('processor_intent').selectAll().where('id', '=', intentId).executeTakeFirstOrThrow(),
  attempt: await db().selectFrom('processor_attempt').selectAll().where('intentId', '=', intentId).executeTakeFirst(),
})

describe('a call of the processor', () => {
  test('that is answered ends its intent with the object, by one call with its own key', async () => {
    const { paymentId, intentId } = await shop.plan()
    await shop.work()
    const { intent, attempt } = await rowsOf(intentId)
    const [session] = await sessionsOf(intentId)
    expect(intent.state).toBe('final')
    expect(attempt).toMatchObject({ state: 'final', handle: `card_charge:${intentId}`, accountId: account, calls: 1, tryAt: null })
    expect(attempt?.proof).toEqual({ object: session })
    expect((await shop.card(paymentId)).payment.checkoutSessionId).toBe(session)
  })

  test('that is refused for good ends the payment, gives its count back and tells the reason', async () => {
    const used = async () => (await db().selectFrom('usage_counter').selectAll().executeTakeFirstOrThrow()).current
    const before = await used()
    await shop.stripe.control.do('moveAccount', { account, charges_enabled: false })
    await expect(shop.charge()).rejects.toMatchObject({ code: 'PROCESSOR_ERROR', kind: 'failed_elsewhere' })
    await shop.stripe.control.do('moveAccount', { account, charges_enabled: true })
    expect(await used()).toBe(before)
    const newest = await db().selectFrom('card_payment').selectAll().orderBy('createdAt', 'desc').orderBy('eventSequence').execute()
    expect(newest.filter(({ state }) => state === 'failed')).toHaveLength(1)
  })

  test.each(['status_500', 'html_502', 'html_200', 'close', 'status_429'] as const)(
    'that ends in %s after its effect is made again with the same key, and has one effect',
    async (answer) => {
      const { intentId } = await shop.plan()
      await fail({ moment: 'after', answer, method: 'POST', path: PATH, times: 2 })
      await shop.work()
      expect(await rowsOf(intentId)).toMatchObject({ intent: { state: 'broadcast' }, attempt: { state: 'broadcast' } })
      for (let turn = 0; turn < 4; turn++) {
        shop.ctx.clock.advance(60_000)
        await shop.work()
      }
      expect(await rowsOf(intentId)).toMatchObject({ intent: { state: 'final' }, attempt: { state: 'final' } })
      expect(await sessionsOf(intentId)).toHaveLength(1)
    },
  )

  test('that is not carried out at all is made again with the same key', async () => {
    const { intentId } = await shop.plan()
    await fail({ moment: 'before', answer: 'status_429', method: 'POST', path: PATH })
    await shop.work()
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'broadcast', lastProblem: expect.stringContaining('wait 429') })
    shop.ctx.clock.advance(1_000)
    await shop.work()
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'final', calls: 2 })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })

  test('whose process dies after the answer is made again by another, and has one effect (S13)', async () => {
    const { intentId, paymentId } = await shop.plan()
    class Killed extends Error {}
    const dying = {
      ...shop.processor,
      failpoint: () => {
        throw new Killed()
      },
    }
    await expect(carryOutIntent(dying, { id: intentId, paymentId })).rejects.toThrow(Killed)
    await shop.work()
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'broadcast', calls: 1 })
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'final', calls: 2 })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })

  test('that two processes make at once has one effect, which is written once', async () => {
    const { intentId, paymentId } = await shop.plan()
    await Promise.all([1, 2, 3].map(() => carryOutIntent(shop.processor, { id: intentId, paymentId })))
    await Promise.all([1, 2, 3].map(() => repeatAttempt(shop.processor, { intentId })))
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'final', calls: 1 })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })

  test('whose outcome is unknown for a day is looked up before it is made again, and found', async () => {
    const { intentId } = await shop.plan()
    await fail({ moment: 'after', answer: 'close', method: 'POST', path: PATH, times: 2 })
    await shop.work()
    await shop.stripe.control.do('forgetKeys')
    await movedBack(intentId)
    await shop.work()
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'final' })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })

  test('whose outcome is unknown for a day and that has left nothing is made again with the same key', async () => {
    const { intentId } = await shop.plan()
    await fail({ moment: 'before', answer: 'close', method: 'POST', path: PATH, times: 2 })
    await shop.work()
    expect(await sessionsOf(intentId)).toHaveLength(0)
    await movedBack(intentId)
    await shop.work()
    expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'final', handle: `card_charge:${intentId}` })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })
})

describe('a refusal that does not prove that an earlier call did nothing', () => {
  test('of the look-up leaves the outcome unknown, and the object is found later', async () => {
    const { intentId, paymentId } = await shop.plan()
    await fail({ moment: 'after', answer: 'close', method: 'POST', path: PATH, times: 2 })
    await shop.work()
    await shop.stripe.control.do('forgetKeys')
    await movedBack(intentId)
    await fail({ moment: 'before', answer: 'status_404', method: 'GET', path: PATH })
    await shop.work()
    expect(await rowsOf(intentId)).toMatchObject({
      intent: { state: 'broadcast' },
      attempt: { state: 'broadcast', lastProblem: 'unknown 404 resource_missing' },
    })
    expect((await shop.card(paymentId)).payment.state).toBe('pending')
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect(await rowsOf(intentId)).toMatchObject({ intent: { state: 'final' }, attempt: { state: 'final' } })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })

  test('of a repeated call by a lost access (403) leaves the outcome unknown, however often it comes', async () => {
    const { intentId, paymentId } = await shop.plan()
    await fail({ moment: 'after', answer: 'status_500', method: 'POST', path: PATH })
    await shop.work()
    await fail({ moment: 'before', answer: 'status_403', method: 'POST', path: PATH, times: 2 })
    for (let turn = 0; turn < 2; turn++) {
      shop.ctx.clock.advance(60_000)
      await shop.work()
      expect(await rowsOf(intentId)).toMatchObject({
        intent: { state: 'broadcast' },
        attempt: { state: 'broadcast', lastProblem: 'unknown 403 account_invalid' },
      })
    }
    expect((await shop.card(paymentId)).payment.state).toBe('pending')
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect(await rowsOf(intentId)).toMatchObject({ intent: { state: 'final' }, attempt: { state: 'final' } })
    expect(await sessionsOf(intentId)).toHaveLength(1)
  })

  test('is none of the first call, which has done nothing then', async () => {
    const { intentId, paymentId } = await shop.plan()
    await fail({ moment: 'before', answer: 'status_403', method: 'POST', path: PATH })
    await shop.work()
    expect(await rowsOf(intentId)).toMatchObject({ intent: { state: 'void' }, attempt: { state: 'dead' } })
    expect((await shop.card(paymentId)).payment.state).toBe('failed')
  })
})

test('what a repeated call has made long after the first is found by the look-up', async () => {
  const { intentId } = await shop.plan()
  await fail({ moment: 'before', answer: 'status_500', method: 'POST', path: PATH })
  await shop.work()
  const firstCalledAt = new Date(Date.now() - 3 * DAY_MS)
  await db().updateTable('processor_attempt').set({ firstCalledAt, tryAt: firstCalledAt }).where('intentId', '=', intentId).execute()
  await fail({ moment: 'after', answer: 'status_500', method: 'POST', path: PATH })
  await shop.work()
  expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'broadcast', calls: 2 })
  await shop.stripe.control.do('forgetKeys')
  shop.ctx.clock.advance(60_000)
  await shop.work()
  expect((await rowsOf(intentId)).attempt).toMatchObject({ state: 'final' })
  expect(await sessionsOf(intentId)).toHaveLength(1)
})

/** Makes an attempt that the processor was called for just now a day old, and due. */
const movedBack = (intentId: string) => {
  const firstCalledAt = new Date()
  shop.ctx.clock.set(new Date(firstCalledAt.getTime() + DAY_MS + 1_000))
  return db().updateTable('processor_attempt').set({ firstCalledAt, tryAt: firstCalledAt }).where('intentId', '=', intentId).execute()
}

test('a card payment of another merchant is not found', async () => {
  const { payment } = await shop.charge()
  const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
  expect((await getCardPayment(shop.ctx, { actor: shop.actor, name: payment.checkoutSessionId ?? '' })).payment.id).toBe(payment.id)
  await expect(getCardPayment(shop.ctx, { actor: stranger, name: payment.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
