import { tables } from '@gateway/db/tables'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { receiveProcessorEvent } from './receive-event.ts'

let shop: CardShop
let account: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
})
afterAll(() => closeCardShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const rows = () => db().selectFrom('processor_event').selectAll().orderBy('receivedAt').execute()
const outcomeOf = async (eventId: string) =>
  (await db().selectFrom('processor_event').select(['outcome', 'tryAt']).where('eventId', '=', eventId).executeTakeFirst()) ?? null

/** A paid card payment that our rows know nothing of yet. */
async function paid(terms: Readonly<Record<string, unknown>> = {}) {
  const { payment } = await shop.charge(terms)
  await shop.pay(payment.checkoutUrl)
  const { effects } = await shop.stripe.control.do('readLog')
  const intents = effects.map(({ object }) => object as { id: string; object: string; metadata?: Record<string, string> })
  const intent = intents.find(({ object, metadata }) => object === 'payment_intent' && metadata?.['card_payment_id'] === payment.id)
  return {
    id: payment.id,
    session: payment.checkoutSessionId ?? '',
    intent: intent?.id ?? '',
    on: payment.escrowId === null ? account : null,
  }
}

describe('an event of the processor', () => {
  test('without a good signature is refused and not stored', async () => {
    const before = (await rows()).length
    const body = Buffer.from('{}')
    for (const signature of [undefined, 't=1,v1=00', ''])
      await expect(receiveProcessorEvent(shop.ctx, { body, signature, secrets: ['whsec_x'] })).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
      })
    expect((await rows()).length).toBe(before)
  })

  test('that comes twice is stored once', async () => {
    const event = { id: 'evt_twice', type: 'account.updated', objectId: account, account }
    await shop.tell(event)
    await shop.tell(event)
    expect((await rows()).filter(({ eventId }) => eventId === 'evt_twice')).toHaveLength(1)
    await shop.work()
    expect(await outcomeOf('evt_twice')).toEqual({ outcome: 'applied', tryAt: null })
  })

  test.each([
    ['of an unknown type', { type: 'something.of_2027', objectId: 'x_1' }, 'unused'],
    ['about an object that is not there', { type: 'payment_intent.succeeded', objectId: 'pi_none' }, 'refused 404'],
    ['about an account that is not ours', { type: 'account.updated', objectId: 'acct_foreign' }, 'foreign'],
  ] as const)('%s is recorded and has no effect', async (_, event, outcome) => {
    const id = `evt_${event.objectId}`
    await shop.tell({ ...event, id })
    await shop.work()
    expect(await outcomeOf(id)).toEqual({ outcome, tryAt: null })
  })

  test('on another account than the charge’s has no effect', async () => {
    const { id, session } = await paid({ escrow_mode: true })
    await shop.tell({ id: 'evt_elsewhere', type: 'checkout.session.completed', objectId: session, account })
    await shop.work()
    expect(await outcomeOf('evt_elsewhere')).toMatchObject({ outcome: 'foreign' })
    expect((await shop.card(id)).payment.state).toBe('pending')
  })

  test('whose object cannot be read stays due until it can', async () => {
    const { id, session, on } = await paid()
    await shop.stripe.control.do('failApi', { moment: 'before', answer: 'status_500', method: 'GET', times: 2 })
    await shop.tell({ id: 'evt_late', type: 'checkout.session.completed', objectId: session, account: on })
    await shop.work()
    expect((await outcomeOf('evt_late'))?.tryAt).not.toBeNull()
    for (let turn = 0; turn < 3; turn++) {
      shop.ctx.clock.advance(60_000)
      await shop.work()
    }
    expect(await outcomeOf('evt_late')).toEqual({ outcome: 'applied', tryAt: null })
    expect((await shop.card(id)).payment.state).toBe('succeeded')
  })

  test('of a changed account changes what its business may take', async () => {
    await shop.stripe.control.do('moveAccount', { account, payouts_enabled: false })
    await shop.tell({ type: 'account.updated', objectId: account, account })
    shop.ctx.clock.advance(1_000)
    await shop.work()
    expect(await db().selectFrom('processor_account').select(['chargesEnabled', 'payoutsEnabled']).executeTakeFirst()).toEqual({
      chargesEnabled: true,
      payoutsEnabled: false,
    })
    await shop.stripe.control.do('moveAccount', { account, payouts_enabled: true })
    await shop.tell({ type: 'account.updated', objectId: account, account })
    shop.ctx.clock.advance(1_000)
    await shop.work()
    expect(await db().selectFrom('processor_account').select('payoutsEnabled').executeTakeFirst()).toEqual({ payoutsEnabled: true })
  })
})

test('a payout to the bank of a business is recorded, and followed', async () => {
  await paid({ amount: 100_000 })
  const { id: objectId } = await shop.stripe.control.do('payOut', { account, currency: 'usd', amount: 1_000 })
  await shop.tell({ type: 'payout.created', objectId, account })
  await shop.work()
  const before = await db().selectFrom('card_payout').selectAll().execute()
  expect(before).toMatchObject([{ processorPayoutId: objectId, businessId: shop.businessId, amountMinor: 1_000n, currency: 'USD' }])
  await shop.stripe.control.do('movePayout', { payout: objectId, status: 'paid' })
  shop.ctx.clock.advance(1_000)
  await shop.tell({ type: 'payout.paid', objectId, account })
  await shop.tell({ type: 'payout.created', objectId, account })
  await shop.work()
  expect(await db().selectFrom('card_payout').select('status').execute()).toEqual([{ status: 'paid' }])
})

const TIMES = 50
const types = ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'payment_intent.succeeded'] as const

test('each event fifty times, in any order, has one effect (R6)', async () => {
  const copies = types.flatMap((type) => Array.from({ length: TIMES }, (_, copy) => ({ type, copy: copy % 2 })))
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(copies, { minLength: copies.length }), fc.boolean(), async (order, escrowMode) => {
      const { id, session, intent, on } = await paid({ amount: 10_000, escrow_mode: escrowMode })
      const name = shop.ctx.ids.uuid()
      for (const { type, copy } of order)
        await shop.tell({
          // Half of them are the same event, the others have an id of their own.
          ...(copy === 0 && { id: `evt_${name}_${type}` }),
          type,
          objectId: type.startsWith('payment_intent') ? intent : session,
          account: on,
        })
      await shop.work()
      const { payment, escrow } = await shop.card(id)
      expect([payment.state, escrow?.state]).toEqual(['succeeded', escrowMode ? 'funded' : undefined])
      expect(await shop.events(id)).toEqual(['card_payment_success'])
      const posted = await db()
        .selectFrom('transfer')
        .select('id')
        .where('ref', '=', payment.chargeId ?? '')
        .execute()
      expect(posted).toHaveLength(1)
    }),
    { numRuns: 3 },
  )
}, 120_000)
