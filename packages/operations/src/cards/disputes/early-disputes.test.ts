import { CreateSeriesInput } from '@gateway/contract/series-inputs'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSeries } from '../../series/create-series.ts'
import { objectsOf, paidCard, release, requireTrue, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { openCheckout } from '../checkout/open-checkout.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let shop: CardShop
let account: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
})
afterAll(() => closeCardShop(shop))
beforeEach(() => shop.stripe.control.do('clearFaults'))
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const states = async (id: string) => {
  const { payment, escrow } = await shop.card(id)
  return [payment.state, escrow?.state ?? null]
}
const outcomeOf = (eventId: string) =>
  db().selectFrom('processor_event').select(['outcome', 'tryAt']).where('eventId', '=', eventId).executeTakeFirstOrThrow()

/** Opens a dispute of a charge, and tells it as an event of the same name. */
async function disputed(charge: string, on: string | null = null): Promise<string> {
  const { id } = await shop.stripe.control.do('openDispute', { charge })
  await tell(shop, { id: `evt_${id}`, type: 'charge.dispute.created', objectId: id, account: on })
  return `evt_${id}`
}

interface Named {
  readonly id: string
  readonly url?: string | null
  readonly latest_charge?: string | null
  readonly metadata?: Readonly<Record<string, string>>
}
const named = async (kind: 'payment_intent' | 'checkout.session', intentId: string): Promise<Named | undefined> =>
  ((await objectsOf(shop, kind)) as unknown as Named[]).find(({ metadata }) => metadata?.['intent_id'] === intentId)

async function chargeOf(paymentId: string): Promise<string> {
  const intent = await db().selectFrom('processor_intent').select('id').where('ref', '=', paymentId).executeTakeFirstOrThrow()
  return (await named('payment_intent', intent.id))?.id ?? ''
}

/** A payment whose page is opened afresh whenever its customer asks. @returns its id. */
async function newChild(): Promise<string> {
  const terms = { payment_method: 'card', customer_email: 'lena@hoffmann.example', interval: 'weekly', currency: 'usd', amount: 2_500 }
  const where = { business_id: shop.businessId, processor_account_id: account }
  const { child } = await createSeries(shop.ctx, { actor: shop.actor, terms: CreateSeriesInput.parse({ ...terms, ...where }) })
  const escrowId = child?.escrowId ?? ''
  return (await db().selectFrom('card_payment').select('id').where('escrowId', '=', escrowId).executeTakeFirstOrThrow()).id
}

/** One whose customer has a page. */
async function openedChild() {
  // The processor's clock is the true one.
  shop.ctx.clock.set(new Date())
  const paymentId = await newChild()
  await openCheckout(shop.ctx, { paymentId })
  return (await shop.card(paymentId)).payment
}

/** Pays a page. @returns the payment intent of its charge. */
async function payPage(sessionId: string | null): Promise<string> {
  const sessionNow = async () => (await objectsOf(shop, 'checkout.session')).find(({ id }) => id === sessionId)
  await shop.pay(String((await sessionNow())?.['url']))
  return String((await sessionNow())?.['payment_intent'])
}

/** A charge that another program makes at the processor. @returns its payment intent. */
async function strangeCharge(metadata: Readonly<Record<string, string>>): Promise<string> {
  const members = Object.entries(metadata).map(([name, value]): [string, string] => [`metadata[${name}]`, value])
  const body = new URLSearchParams([
    ['amount', '2000'],
    ['currency', 'usd'],
    ['confirm', 'true'],
    ['payment_method', 'pm_card_visa'],
    ...members,
  ])
  const headers = { authorization: 'Bearer rk_test_checkout' }
  const response = await fetch(`${shop.stripe.url}/v1/payment_intents`, { method: 'POST', body, headers })
  return ((await response.json()) as { id: string }).id
}

describe('a dispute that is told before its charge', () => {
  test.each([
    ['an escrow', true],
    ['a direct payment', false],
  ])('of %s is recorded with it', async (_, escrowMode) => {
    const { payment } = await shop.charge({ escrow_mode: escrowMode })
    await shop.pay(payment.checkoutUrl)
    const event = await disputed(await chargeOf(payment.id), escrowMode ? null : account)
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied', tryAt: null })
    expect(await states(payment.id)).toEqual(['disputed', escrowMode ? 'disputed' : null])
  })

  test('of a child of a series is recorded with it, whose page another name asked for', async () => {
    const { id, checkoutSessionId } = await openedChild()
    const event = await disputed(await payPage(checkoutSessionId))
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied', tryAt: null })
    expect(await states(id)).toEqual(['disputed', 'disputed'])
  })

  test('whose session has no answer yet stays due until it has', async () => {
    await shop.stripe.control.do('failApi', { moment: 'after', answer: 'status_500', method: 'POST', path: '/v1/checkout/sessions' })
    const { paymentId, intentId } = await shop.plan({ escrow_mode: true })
    await shop.work()
    await shop.pay((await named('checkout.session', intentId))?.url ?? null)
    const event = await disputed(await chargeOf(paymentId))
    expect(await outcomeOf(event)).toMatchObject({ outcome: 'early', tryAt: expect.any(Date) })
    for (let turn = 0; turn < 2; turn++) {
      shop.ctx.clock.advance(60_000)
      await shop.work()
    }
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied', tryAt: null })
    expect(await states(paymentId)).toEqual(['disputed', 'disputed'])
  })

  test('whose payment cannot be read stays due until it can', async () => {
    const { payment } = await shop.charge({ escrow_mode: true })
    await shop.pay(payment.checkoutUrl)
    await shop.stripe.control.do('failApi', { moment: 'before', answer: 'status_500', method: 'GET', path: '/v1/payment_intents' })
    const event = await disputed(await chargeOf(payment.id))
    expect((await outcomeOf(event)).tryAt).not.toBeNull()
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied', tryAt: null })
    expect(await states(payment.id)).toEqual(['disputed', 'disputed'])
  })
})

test.each([
  ['an escrow', true],
  ['a direct payment', false],
])('a dispute of a charge of %s that is held for its amount is recorded, and moves no state', async (_, escrowMode) => {
  const { payment } = await shop.charge({ escrow_mode: escrowMode })
  await shop.pay(payment.checkoutUrl)
  await db().updateTable('card_payment').set({ amountMinor: 9_900n }).where('id', '=', payment.id).execute()
  await shop.look(20 * 60_000)
  const before = await states(payment.id)
  const event = await disputed(await chargeOf(payment.id), escrowMode ? null : account)
  expect(await outcomeOf(event)).toEqual({ outcome: 'applied', tryAt: null })
  const found = await db().selectFrom('card_dispute').selectAll().where('paymentId', '=', payment.id).executeTakeFirstOrThrow()
  expect(found).toMatchObject({ phase: 'open', amountMinor: 2_500n, withdrawnMinor: escrowMode ? 2_500n : 0n })
  expect(await states(payment.id)).toEqual(before)
  expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'pending', holdReason: 'amount_differs', lostMinor: 0n })
  expect(await shop.events(payment.id)).toEqual([])
})

test('a dispute of an escrow whose release was called for waits for the answer', async () => {
  const payment = await paidCard(shop, { escrow_mode: true })
  await shop.stripe.control.do('failApi', { moment: 'after', answer: 'status_500', method: 'POST', path: '/v1/transfers' })
  const hear = () => {
    throw new Error('nobody waits')
  }
  await release({ ...shop, ctx: { ...shop.ctx, hear } }, payment).catch(() => {})
  await shop.work()
  const event = await disputed(payment.chargeId ?? '')
  expect(await outcomeOf(event)).toMatchObject({ outcome: 'early', tryAt: expect.any(Date) })
  for (let turn = 0; turn < 2; turn++) {
    shop.ctx.clock.advance(60_000)
    await shop.work()
  }
  expect(await outcomeOf(event)).toEqual({ outcome: 'applied', tryAt: null })
  expect(await states(payment.id)).toEqual(['disputed', 'released'])
})

describe('a dispute of a charge that another program has made', () => {
  test('is foreign', async () => {
    expect(await outcomeOf(await disputed(await strangeCharge({})))).toEqual({ outcome: 'foreign', tryAt: null })
  })

  test('is foreign although it names a payment of ours, which its session has not made', async () => {
    const payment = await paidCard(shop, { escrow_mode: true })
    const intent = await db().selectFrom('processor_intent').select('id').where('ref', '=', payment.id).executeTakeFirstOrThrow()
    const event = await disputed(await strangeCharge({ intent_id: intent.id }))
    expect(await outcomeOf(event)).toEqual({ outcome: 'foreign', tryAt: null })
    expect(await states(payment.id)).toEqual(['succeeded', 'funded'])
  })

  test('is foreign although it names a child of a series, which its page has not made, or which has ended', async () => {
    const { id, checkoutSessionId, expiresAt } = await openedChild()
    await payPage(checkoutSessionId)
    expect(await outcomeOf(await disputed(await strangeCharge({ card_payment_id: id })))).toEqual({ outcome: 'foreign', tryAt: null })
    expect(await states(id)).toEqual(['succeeded', 'funded'])
    const never = await newChild()
    shop.ctx.clock.set(new Date(expiresAt.getTime() + DAY_MS))
    await shop.look(0)
    expect(await states(never)).toEqual(['expired', 'expired'])
    expect(await outcomeOf(await disputed(await strangeCharge({ card_payment_id: never })))).toEqual({ outcome: 'foreign', tryAt: null })
  })

  test('waits while it names a payment that nobody has paid yet', async () => {
    const { paymentId, intentId } = await shop.plan({ escrow_mode: true })
    await shop.work()
    expect(await outcomeOf(await disputed(await strangeCharge({ intent_id: intentId })))).toMatchObject({ outcome: 'early' })
    expect(await states(paymentId)).toEqual(['pending', 'created'])
  })
})
