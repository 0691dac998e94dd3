import { tables } from '@gateway/db/tables'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookedBy, objectsOf, paidCard, refund, release, requireTrue, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'

let shop: CardShop
let account: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** Somebody does something at the processor, without us. */
async function dashboard(path: string, params: Readonly<Record<string, string>>, on: string | null = null): Promise<string> {
  const response = await fetch(`${shop.stripe.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer rk_test_refunds', ...(on !== null && { 'stripe-account': on }) },
    body: new URLSearchParams(params),
  })
  const { id, error } = (await response.json()) as { id?: string; error?: { message: string } }
  if (id === undefined) throw new Error(error?.message)
  return id
}

const refundThere = (payment: CardPaymentEntity, params: Readonly<Record<string, string>>) =>
  dashboard('refunds', { payment_intent: payment.paymentIntentId ?? '', ...params }, payment.escrowId === null ? account : null)
const refundsOf = (paymentId: string) => db().selectFrom('card_refund').selectAll().where('paymentId', '=', paymentId).execute()
const transferOf = async (payment: CardPaymentEntity) => (await shop.card(payment.id)).escrow?.processorTransferId ?? ''

async function feeKept(applicationFeeId: string | null): Promise<number> {
  const fee = (await objectsOf(shop, 'application_fee')).find(({ id }) => id === applicationFeeId)
  return Number(fee?.['amount']) - Number(fee?.['amount_refunded'])
}

describe('a refund of a direct payment in the dashboard of the processor', () => {
  test('counts as one of ours, with its event, and the fee falls to the fee of what is left', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const id = await refundThere(payment, { amount: '500' })
    await tell(shop, { type: 'refund.created', objectId: id, account })
    await tell(shop, { type: 'charge.refunded', objectId: payment.chargeId ?? '', account })
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'partially_refunded', refundedMinor: 500n, feeReturnedMinor: 5n })
    expect(await refundsOf(payment.id)).toMatchObject([{ processorRefundId: id, state: 'succeeded', amountMinor: 500n }])
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_refund'])
    expect(await feeKept(payment.applicationFeeId)).toBe(15)
    await expect(refund(shop, { payment_id: payment.id, amount: 1_501 })).rejects.toMatchObject({ details: { remaining: 1_500 } })
  })

  test('that gives its share of the fee back itself leaves nothing of it for us to give', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const changes = await bookedBy(shop, async () => {
      await refundThere(payment, { amount: '500', refund_application_fee: 'true' })
      await tell(shop, { type: 'application_fee.refunded', objectId: payment.applicationFeeId ?? '' })
      await tell(shop, { type: 'charge.refunded', objectId: payment.chargeId ?? '', account })
    })
    expect(changes).toEqual({ 'USD card:clearing': 5n, 'USD platform:fee': -5n })
    expect((await shop.card(payment.id)).payment).toMatchObject({ feeReturnedMinor: 5n, feeReturnedElsewhereMinor: 5n })
    const intents = await db().selectFrom('processor_intent').select('purpose').where('paymentId', '=', payment.id).execute()
    expect(intents).toEqual([{ purpose: 'card_charge' }])
    await refund(shop, { payment_id: payment.id })
    await shop.work()
    expect(await feeKept(payment.applicationFeeId)).toBe(0)
  })

  test('is counted when its charge was not known yet', async () => {
    const { payment } = await shop.charge({ amount: 2_000 })
    await shop.pay(payment.checkoutUrl)
    const intent = (await objectsOf(shop, 'payment_intent')).at(-1)?.['id']
    await dashboard('refunds', { payment_intent: String(intent), amount: '300' }, account)
    await shop.look(10 * 60_000)
    await shop.work()
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'partially_refunded', refundedMinor: 300n })
  })

  test('on another account than that of the charge is nobody’s here', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const id = await refundThere(payment, {})
    await tell(shop, { type: 'charge.refunded', objectId: payment.chargeId ?? '', account: null })
    expect((await shop.card(payment.id)).payment.refundedMinor).toBe(0n)
    await tell(shop, { type: 'refund.created', objectId: id, account })
    expect((await shop.card(payment.id)).payment.state).toBe('refunded')
  })
})

describe('money of an escrow that is moved in the dashboard', () => {
  test('before the release is refunded from what is held (L13)', async () => {
    const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
    const changes = await bookedBy(shop, async () => {
      const id = await refundThere(payment, { amount: '500' })
      await tell(shop, { type: 'refund.created', objectId: id })
    })
    expect(changes).toEqual({ 'USD card:clearing': 500n, 'USD escrow:held': -500n })
    await release(shop, payment)
    expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'released', transferredMinor: 1_485n })
  })

  test('after the release is taken back from the merchant, less the fee that falls', async () => {
    const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
    await release(shop, payment)
    await refundThere(payment, { amount: '500' })
    await tell(shop, { type: 'charge.refunded', objectId: payment.chargeId ?? '' })
    expect((await shop.card(payment.id)).escrow).toMatchObject({
      state: 'partially_refunded',
      reversedMinor: 495n,
      reversedElsewhereMinor: 0n,
    })
  })

  test('and whose transfer was reversed there for it is not reversed a second time, whichever is told first', async () => {
    for (const type of ['transfer.reversed', 'charge.refunded'] as const) {
      const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
      await release(shop, payment)
      const changes = await bookedBy(shop, async () => {
        await refundThere(payment, { amount: '500' })
        const transferId = await transferOf(payment)
        await dashboard(`transfers/${transferId}/reversals`, { amount: '495' })
        await tell(shop, { type, objectId: type === 'transfer.reversed' ? transferId : (payment.chargeId ?? '') })
        await tell(shop, { type: 'transfer.reversed', objectId: transferId })
      })
      expect(changes).toEqual({ 'USD card:clearing': 5n, 'USD platform:fee': -5n })
      expect(await shop.card(payment.id)).toMatchObject({
        payment: { refundedMinor: 500n, holdReason: null },
        escrow: { reversedMinor: 495n, reversedElsewhereMinor: 495n },
      })
      expect(await objectsOf(shop, 'transfer_reversal')).toHaveLength(type === 'transfer.reversed' ? 2 : 3)
    }
  })

  test('by a reversal without a refund is held with an alarm: the merchant has less than the escrow gives them', async () => {
    const payment = await paidCard(shop, { amount: 2_000, escrow_mode: true })
    await release(shop, payment)
    const transferId = await transferOf(payment)
    const changes = await bookedBy(shop, async () => {
      await dashboard(`transfers/${transferId}/reversals`, { amount: '1000' })
      await tell(shop, { type: 'transfer.reversed', objectId: transferId })
      await tell(shop, { type: 'transfer.updated', objectId: transferId })
    })
    expect(changes).toEqual({ 'USD card:clearing': -1_000n, 'USD merchant:payable': 1_000n })
    expect(await shop.card(payment.id)).toMatchObject({
      payment: { holdReason: 'merchant_is_owed' },
      escrow: { reversedMinor: 1_000n, reversedElsewhereMinor: 1_000n },
    })
    await expect(refund(shop, { escrow_id: payment.escrowId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })
})
