import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operatorName } from '@gateway/domain/accounts/operator'
import { findViolationsOf } from '../../invariants/find-violations.ts'
import { cardInvariants } from '../../invariants/card-invariants.ts'
import { objectsOf, paidCard, refund, release, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { resumeCard } from '../decisions/resume-card.ts'
import { readBalanceDays } from './read-balance-days.ts'

const DAY_MS = 86_400_000
let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  // The double lives in the present, to which the ledger's days are compared.
  shop.ctx.clock.advance(Date.now() - shop.ctx.clock.now().getTime())
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(() => forgetDays())

async function forgetDays(): Promise<void> {
  const db = tables(shop.ctx.orm.em.fork())
  await db.deleteFrom('processor_balance_line').execute()
  await db.deleteFrom('processor_balance_day').execute()
}

/** A payment that was charged for less than its row asks for. */
async function heldCard(escrowMode: boolean): Promise<CardPaymentEntity> {
  const { payment } = await shop.charge({ amount: 6_000, escrow_mode: escrowMode })
  await shop.pay(payment.checkoutUrl)
  await tables(shop.ctx.orm.em.fork()).updateTable('card_payment').set({ amountMinor: 6_100n }).where('id', '=', payment.id).execute()
  await shop.look(20 * 60_000)
  return (await shop.card(payment.id)).payment
}

/** An operator refunds a payment in the dashboard, with its fee. @returns the charge. */
async function refundThere({ paymentIntentId }: CardPaymentEntity, account: string | null): Promise<string> {
  const body = new URLSearchParams({ payment_intent: paymentIntentId ?? '', ...(account !== null && { refund_application_fee: 'true' }) })
  const headers = { authorization: 'Bearer rk_test_refunds', ...(account !== null && { 'stripe-account': account }) }
  const response = await fetch(`${shop.stripe.url}/v1/refunds`, { method: 'POST', headers, body })
  const { charge } = (await response.json()) as { charge?: string }
  if (charge === undefined) throw new Error(`refused: ${response.status}`)
  return charge
}

/** What I10 says once all days until tomorrow were read, two days later. */
async function compared(): Promise<string[]> {
  expect(await readBalanceDays(later())).toBeUndefined()
  return violations()
}

const later = () => ({ ...shop.processor, clock: { now: () => new Date(Date.now() + 3 * DAY_MS) } })

async function violations(): Promise<string[]> {
  const em = shop.ctx.orm.em.fork()
  const broken = await Promise.all(cardInvariants.map((invariant) => findViolationsOf(em, invariant)))
  return broken.flat().flatMap(({ hits }) => hits.map(({ scope, hit }) => `${scope} ${hit}`))
}

describe('the platform’s balance at the processor', () => {
  test('is what the ledger books for charges, fees, refunds, releases, reversals and disputes, won and lost', async () => {
    const direct = await paidCard(shop, { amount: 2_599 })
    await refund(shop, { payment_id: direct.id, amount: 1_050 })
    const held = await paidCard(shop, { amount: 4_000, escrow_mode: true })
    await refund(shop, { payment_id: held.id, amount: 1_000 })
    const released = await paidCard(shop, { amount: 10_000, escrow_mode: true })
    await release(shop, released)
    await shop.work()
    await refund(shop, { payment_id: released.id, amount: 500 })
    await shop.work()
    for (const status of ['won', 'lost'] as const) {
      const { paymentIntentId } = await paidCard(shop, { amount: 3_000, escrow_mode: true })
      const { id } = await shop.stripe.control.do('openDispute', { charge: String(paymentIntentId) })
      await tell(shop, { type: 'charge.dispute.created', objectId: id })
      await shop.stripe.control.do('moveDispute', { dispute: id, status })
      await tell(shop, { type: 'charge.dispute.closed', objectId: id })
    }
    await shop.work()
    expect(await compared()).toEqual([])
    const { lines } = await tables(shop.ctx.orm.em.fork())
      .selectFrom('processor_balance_day')
      .select((of) => of.fn.sum<string>('lines').as('lines'))
      .executeTakeFirstOrThrow()
    expect(Number(lines)).toBeGreaterThanOrEqual(12)
  })

  test.each([
    ['a direct payment', false],
    ['an escrow', true],
  ])('is what the ledger books of a charge of %s for another amount, and of what goes back of it', async (_, escrowMode) => {
    const [refunded, disputed] = [await heldCard(escrowMode), await heldCard(escrowMode)]
    const account = escrowMode ? null : refunded.processorAccountId
    expect(await compared()).toEqual([])
    await forgetDays()
    const chargeId = await refundThere(refunded, account)
    await tell(shop, { type: 'charge.refunded', objectId: chargeId, account })
    const { id } = await shop.stripe.control.do('openDispute', { charge: disputed.paymentIntentId ?? '' })
    await tell(shop, { type: 'charge.dispute.created', objectId: id, account })
    await resumeCard(shop.ctx, { paymentId: disputed.id, by: operatorName(shop.actor.merchantId), reason: 'settled with the customer' })
    await shop.stripe.control.do('moveDispute', { dispute: id, status: 'won' })
    await tell(shop, { type: 'charge.dispute.closed', objectId: id, account })
    await tell(shop, { type: 'checkout.session.completed', objectId: disputed.checkoutSessionId ?? '', account })
    expect(await compared()).toEqual([])
    expect((await shop.card(disputed.id)).payment).toMatchObject({ state: 'pending', holdReason: null, withdrawnMinor: 0n })
  })

  test('with a movement that the ledger does not book is a violation that pauses cards', async () => {
    const payment = await paidCard(shop, { amount: 5_000, escrow_mode: true })
    await release(shop, payment)
    await shop.work()
    const account = String((await objectsOf(shop, 'transfer')).at(-1)?.['destination'])
    const params = { amount: '70', currency: 'usd', destination: account }
    const response = await fetch(`${shop.stripe.url}/v1/transfers`, {
      method: 'POST',
      headers: { authorization: 'Bearer rk_test_transfers' },
      body: new URLSearchParams(params),
    })
    expect(response.status).toBe(200)
    expect(await compared()).toEqual([expect.stringMatching(/^cards txn_\w+ card_release 70$/)])
  })

  test('without a movement that the ledger books is a violation', async () => {
    const { chargeId } = await paidCard(shop, { amount: 7_000, escrow_mode: true })
    const known = await compared()
    await tables(shop.ctx.orm.em.fork())
      .deleteFrom('processor_balance_line')
      .where('ref', '=', chargeId ?? '')
      .execute()
    expect(await violations()).toEqual([
      ...known,
      `cards booked card_charge ${chargeId} -7000`,
      expect.stringMatching(/^cards booked card_cost txn_\w+ /),
    ])
  })

  test('is read on from the day that failed', async () => {
    await paidCard(shop)
    await shop.stripe.control.do('failApi', { moment: 'before', answer: 'status_500', method: 'GET', path: '/v1/balance_transactions' })
    expect(await readBalanceDays(later())).toMatchObject({ result: 'unknown' })
    expect(await tables(shop.ctx.orm.em.fork()).selectFrom('processor_balance_day').selectAll().execute()).toEqual([])
    expect(await readBalanceDays(later())).toBeUndefined()
    const days = await tables(shop.ctx.orm.em.fork()).selectFrom('processor_balance_day').select('startsAt').orderBy('startsAt').execute()
    expect(days.map(({ startsAt }) => startsAt.getTime() % DAY_MS)).toEqual(days.map(() => 0))
    expect(days.length).toBeGreaterThanOrEqual(3)
  })
})
