import { RefundCardInput } from '@gateway/contract/cards/inputs'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookedBy, objectsOf, paidCard, refund, release, requireTrue, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { carryOutIntent } from '../processor/call-attempt.ts'
import { refundCard } from './refund-card.ts'

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
const intentsOf = (paymentId: string) => db().selectFrom('processor_intent').selectAll().where('paymentId', '=', paymentId).execute()

/** What the platform keeps of the application fee of a payment, by the processor. */
async function feeKept(paymentId: string): Promise<number> {
  const { payment } = await shop.card(paymentId)
  const fees = await objectsOf(shop, 'application_fee')
  const fee = fees.find(({ id }) => id === payment.applicationFeeId)
  return Number(fee?.['amount']) - Number(fee?.['amount_refunded'])
}

describe('a refund of a direct payment', () => {
  test('succeeds with its event, and the fee falls to exactly the fee of what is left', async () => {
    const payment = await paidCard(shop, { amount: 2_599 })
    const changes = await bookedBy(shop, async () => {
      const seen = await refund(shop, { payment_id: payment.id, amount: 1_050, reason: 'Returned' })
      expect(seen.refund).toMatchObject({ state: 'succeeded', amountMinor: 1_050n, processorRefundId: expect.stringMatching(/^re_/) })
      expect(seen.payment).toMatchObject({ state: 'partially_refunded', refundedMinor: 1_050n, pendingMinor: 0n })
      await shop.work()
    })
    // Of 25.99 the fee is 0.25, and of the 15.49 that are left 0.15.
    expect(changes).toEqual({ 'USD card:clearing': 10n, 'USD platform:fee': -10n })
    expect(await feeKept(payment.id)).toBe(15)
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_refund'])
  })

  test('takes everything that is left without an amount, and leaves neither fee nor rest', async () => {
    const payment = await paidCard(shop, { amount: 999 })
    await refund(shop, { payment_id: payment.id, amount: 333 })
    const seen = await refund(shop, { payment_intent_id: payment.paymentIntentId })
    await shop.work()
    expect(seen.refund.amountMinor).toBe(666n)
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'refunded', refundedMinor: 999n, feeReturnedMinor: 9n })
    expect(await feeKept(payment.id)).toBe(0)
    await expect(refund(shop, { payment_id: payment.id })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('of more than is left is refused with what is left', async () => {
    const payment = await paidCard(shop, { amount: 1_000 })
    await refund(shop, { payment_id: payment.id, amount: 400 })
    await expect(refund(shop, { payment_id: payment.id, amount: 601 })).rejects.toMatchObject({
      code: 'INVALID_AMOUNT',
      details: { remaining: 600 },
    })
  })

  test('of another merchant, or of nothing, is not found', async () => {
    const payment = await paidCard(shop)
    const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
    const wish = RefundCardInput.parse({ payment_id: payment.id })
    await expect(refundCard(shop.ctx, { actor: stranger, wish })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(refund(shop, { payment_id: 'pi_nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('in yen is in yen, which have no cents', async () => {
    const payment = await paidCard(shop, { amount: 1_999, currency: 'jpy' })
    const changes = await bookedBy(shop, async () => {
      await refund(shop, { payment_id: payment.id, amount: 500 })
      await shop.work()
    })
    expect(changes).toEqual({ 'JPY card:clearing': 5n, 'JPY platform:fee': -5n })
    expect(await feeKept(payment.id)).toBe(14)
  })

  test('whose fee refund is refused holds the payment, and the fee counts as kept', async () => {
    const payment = await paidCard(shop, { amount: 5_000 })
    await db().updateTable('card_payment').set({ applicationFeeId: 'fee_unknown' }).where('id', '=', payment.id).execute()
    await refund(shop, { payment_id: payment.id, amount: 1_000 })
    await shop.work()
    expect((await shop.card(payment.id)).payment).toMatchObject({
      holdReason: 'fee_refund_refused',
      feeReturnedMinor: 0n,
      refundedMinor: 1_000n,
    })
    await expect(refund(shop, { payment_id: payment.id })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('and the return of its fee are separate: a process that dies between them, or in mid-call, loses neither', async () => {
    const payment = await paidCard(shop, { amount: 10_000 })
    const planned = async (purpose: string) => (await intentsOf(payment.id)).find((intent) => intent.purpose === purpose)
    const hear = async () => {
      const intent = await planned('card_refund')
      if (intent) await carryOutIntent(shop.processor, intent)
    }
    const wish = RefundCardInput.parse({ payment_id: payment.id, amount: 5_000 })
    await refundCard({ ...shop.ctx, hear }, { actor: shop.actor, wish })
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'partially_refunded', refundedMinor: 5_000n })
    const fee = await planned('card_fee_refund')
    expect(fee?.state).toBe('planned')
    expect(await feeKept(payment.id)).toBe(100)
    const failpoint = async () => Promise.reject(new Error('killed'))
    if (fee) await carryOutIntent({ ...shop.processor, failpoint }, fee).catch(() => {})
    expect((await planned('card_fee_refund'))?.state).toBe('broadcast')
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect((await planned('card_fee_refund'))?.state).toBe('final')
    expect(await feeKept(payment.id)).toBe(50)
  })
})

describe('a refund that is not decided at once', () => {
  test('is pending with its amount reserved, and its event comes when it succeeds', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
    const { refund: pending } = await refund(shop, { payment_id: payment.id, amount: 1_500 })
    expect(pending.state).toBe('pending')
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'succeeded', pendingMinor: 1_500n, refundedMinor: 0n })
    await expect(refund(shop, { payment_id: payment.id, amount: 501 })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await shop.stripe.control.do('moveRefund', { refund: pending.processorRefundId ?? '', status: 'requires_action' })
    await tell(shop, { type: 'refund.updated', objectId: pending.processorRefundId ?? '', account })
    expect((await shop.card(payment.id)).payment).toMatchObject({ pendingMinor: 1_500n })
    await shop.stripe.control.do('moveRefund', { refund: pending.processorRefundId ?? '', status: 'succeeded' })
    await tell(shop, { type: 'refund.updated', objectId: pending.processorRefundId ?? '', account })
    await tell(shop, { type: 'refund.updated', objectId: pending.processorRefundId ?? '', account })
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'partially_refunded', pendingMinor: 0n, refundedMinor: 1_500n })
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_refund'])
    expect(await feeKept(payment.id)).toBe(5)
  })

  test.each(['failed', 'canceled'] as const)('that ends %s frees its amount and changes no state', async (status) => {
    const payment = await paidCard(shop, { amount: 2_000 })
    await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
    const { refund: pending } = await refund(shop, { payment_id: payment.id })
    await shop.stripe.control.do('moveRefund', { refund: pending.processorRefundId ?? '', status })
    await shop.look(20 * 60_000)
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'succeeded', pendingMinor: 0n, refundedMinor: 0n })
    expect(await shop.events(payment.id)).toEqual(['card_payment_success'])
    expect((await refund(shop, { payment_id: payment.id })).refund.state).toBe('succeeded')
  })

  test('that the processor refuses is answered as failed, and frees its amount', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    await db().updateTable('card_payment').set({ paymentIntentId: 'pi_unknown' }).where('id', '=', payment.id).execute()
    const seen = await refund(shop, { payment_id: payment.id, amount: 700 })
    expect(seen.refund).toMatchObject({ state: 'failed', failure: 'resource_missing' })
    expect(seen.payment).toMatchObject({ state: 'succeeded', pendingMinor: 0n })
  })

  test('that fails after it had succeeded restores amount and state, and the ledger has both', async () => {
    const payment = await paidCard(shop, { amount: 4_000, escrow_mode: true })
    const outcome = await bookedBy(shop, async () => {
      const { refund: succeeded } = await refund(shop, { escrow_id: payment.escrowId, amount: 1_000 })
      expect((await shop.card(payment.id)).escrow?.state).toBe('partially_refunded')
      await shop.stripe.control.do('moveRefund', { refund: succeeded.processorRefundId ?? '', status: 'failed' })
      await tell(shop, { type: 'refund.failed', objectId: succeeded.processorRefundId ?? '' })
    })
    expect(outcome).toEqual({})
    expect(await shop.card(payment.id)).toMatchObject({ payment: { state: 'succeeded', refundedMinor: 0n }, escrow: { state: 'funded' } })
    const kinds = await db().selectFrom('transfer').select('kind').where('kind', 'in', ['card_refund', 'card_refund_failed']).execute()
    expect(kinds.map(({ kind }) => kind)).toContain('card_refund_failed')
  })

  test('with a word of a later version is stored and changes nothing', async () => {
    const payment = await paidCard(shop, { amount: 4_000 })
    await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
    const { refund: pending } = await refund(shop, { payment_id: payment.id, amount: 1_000 })
    await shop.stripe.control.do('moveRefund', { refund: pending.processorRefundId ?? '', status: 'on_its_way' as never })
    await tell(shop, { type: 'refund.updated', objectId: pending.processorRefundId ?? '', account })
    const stored = await db().selectFrom('card_refund').selectAll().where('id', '=', pending.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ state: 'pending', processorStatus: 'on_its_way' })
  })
})

describe('refunds at once', () => {
  test('of a tenth each, twenty in parallel, give back ten tenths and refuse the rest (R7)', async () => {
    const payment = await paidCard(shop, { amount: 5_000, escrow_mode: true })
    const wishes = Array.from({ length: 20 }, () => refund(shop, { escrow_id: payment.escrowId, amount: 500 }))
    const outcomes = await Promise.allSettled(wishes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await shop.work()
    const { payment: left, escrow } = await shop.card(payment.id)
    expect({ left, escrow }).toMatchObject({
      left: { state: 'refunded', refundedMinor: 5_000n, pendingMinor: 0n },
      escrow: { state: 'refunded' },
    })
    const refunds = (await objectsOf(shop, 'refund')).filter(({ payment_intent }) => payment_intent === payment.paymentIntentId)
    expect(refunds.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(5_000)
  })

  test('that a process dies in the middle of keep their reserve, and happen once (S21)', async () => {
    const payment = await paidCard(shop, { amount: 3_000, escrow_mode: true })
    class Killed extends Error {}
    const failpoint = async () => Promise.reject(new Killed())
    const hear = async () => {
      const planned = (await intentsOf(payment.id)).find(({ purpose, state }) => purpose === 'card_refund' && state === 'planned')
      if (planned) await carryOutIntent({ ...shop.processor, failpoint }, planned).catch(() => {})
      throw new Killed()
    }
    const wish = RefundCardInput.parse({ escrow_id: payment.escrowId, amount: 2_000 })
    await expect(refundCard({ ...shop.ctx, hear }, { actor: shop.actor, wish })).rejects.toThrow(Killed)
    expect((await shop.card(payment.id)).payment).toMatchObject({ pendingMinor: 2_000n, refundedMinor: 0n })
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(refund(shop, { escrow_id: payment.escrowId, amount: 1_001 })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect((await shop.card(payment.id)).payment).toMatchObject({ pendingMinor: 0n, refundedMinor: 2_000n })
    const made = (await objectsOf(shop, 'refund')).filter(({ payment_intent }) => payment_intent === payment.paymentIntentId)
    expect(made).toHaveLength(1)
    await release(shop, payment)
    expect((await shop.card(payment.id)).escrow?.transferredMinor).toBe(990n)
  })
})
