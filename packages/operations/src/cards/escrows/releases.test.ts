import { RefundCardInput, ReleaseCardEscrowInput } from '@gateway/contract/cards/inputs'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookedBy, objectsOf, paidCard, refund, release, requireTrue, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { transaction } from '../../kernel/transaction.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import { carryOutIntent } from '../processor/call-attempt.ts'
import { lookAtRefund } from '../refunds/look-at-refund.ts'
import { refundCard } from '../refunds/refund-card.ts'
import { planReversal } from './plan-reversal.ts'
import { releaseCardEscrow } from './release-card-escrow.ts'

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
const inEscrow = (amount: number) => paidCard(shop, { amount, escrow_mode: true })

async function transfersOf(escrowId: string | null): Promise<Record<string, unknown>[]> {
  return (await objectsOf(shop, 'transfer')).filter(({ transfer_group: group }) => group === escrowId)
}

describe('the release of a card escrow', () => {
  test('transfers what is left less the fee, once, and is announced when the processor has answered', async () => {
    const payment = await inEscrow(4_321)
    const changes = await bookedBy(shop, async () => {
      const { escrow } = await release(shop, payment)
      expect(escrow).toMatchObject({ state: 'released', transferredMinor: 4_278n, processorTransferId: expect.stringMatching(/^tr_/) })
    })
    expect(changes).toEqual({ 'USD card:clearing': 4_278n, 'USD escrow:held': -4_321n, 'USD platform:fee': 43n })
    expect(await transfersOf(payment.escrowId)).toMatchObject([
      { amount: 4_278, source_transaction: payment.chargeId, destination: account },
    ])
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_escrow_release'])
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('after refunds transfers the rest: transfer, fee and refunds are the capture, to the cent', async () => {
    const payment = await inEscrow(9_999)
    await refund(shop, { escrow_id: payment.escrowId, amount: 3_333 })
    const { escrow } = await release(shop, payment)
    expect(escrow.transferredMinor).toBe(9_999n - 3_333n - 66n)
  })

  test('is refused while a refund has no result, and of an escrow that nobody has paid', async () => {
    const payment = await inEscrow(2_000)
    await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
    await refund(shop, { escrow_id: payment.escrowId, amount: 500 })
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
    const { payment: unpaid } = await shop.charge({ escrow_mode: true })
    await expect(release(shop, unpaid)).rejects.toMatchObject({ code: 'INVALID_STATE' })
    const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
    const wish = ReleaseCardEscrowInput.parse({ escrow_id: payment.escrowId })
    await expect(releaseCardEscrow(shop.ctx, { actor: stranger, wish })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('that the processor refuses leaves the money as it was held, and can be tried again later', async () => {
    const payment = await inEscrow(2_000)
    await refund(shop, { escrow_id: payment.escrowId, amount: 500 })
    await db().updateTable('card_payment').set({ processorAccountId: 'acct_gone' }).where('id', '=', payment.id).execute()
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'PROCESSOR_ERROR' })
    expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'partially_refunded', transferredMinor: 0n, releasedAt: null })
    await db().updateTable('card_payment').set({ processorAccountId: account }).where('id', '=', payment.id).execute()
    expect((await release(shop, payment)).escrow).toMatchObject({ state: 'released', transferredMinor: 1_485n })
    expect(await transfersOf(payment.escrowId)).toHaveLength(1)
  })

  test('whose answer does not come is answered with an id of ours, and no refund can come between', async () => {
    const payment = await inEscrow(2_000)
    await shop.stripe.control.do('failApi', { moment: 'after', answer: 'status_500', method: 'POST', path: '/v1/transfers', times: 1 })
    const hear = async () => {
      await shop.work()
      throw new Error('the api dies')
    }
    const wish = ReleaseCardEscrowInput.parse({ escrow_id: payment.escrowId })
    await expect(releaseCardEscrow({ ...shop.ctx, hear }, { actor: shop.actor, wish })).rejects.toThrow('the api dies')
    expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'released', processorTransferId: null })
    await expect(refund(shop, { escrow_id: payment.escrowId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect((await shop.card(payment.id)).escrow?.processorTransferId).toMatch(/^tr_/)
    expect(await transfersOf(payment.escrowId)).toHaveLength(1)
  })

  test('and a refund at once end in one of both, never in more than was captured', async () => {
    for (let round = 0; round < 5; round++) {
      const payment = await inEscrow(3_000)
      await Promise.allSettled([release(shop, payment), refund(shop, { escrow_id: payment.escrowId })])
      shop.ctx.clock.advance(60_000)
      await shop.work()
      const { payment: left, escrow } = await shop.card(payment.id)
      const kept = (escrow?.transferredMinor ?? 0n) - (escrow?.reversedMinor ?? 0n)
      expect(left.refundedMinor + kept).toBeLessThanOrEqual(3_000n)
      expect([left.refundedMinor, kept]).toContainEqual(0n)
    }
  })
})

describe('a refund after the release', () => {
  test('takes the same part back from the merchant, and the fee falls with it', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    const changes = await bookedBy(shop, async () => {
      await refund(shop, { escrow_id: payment.escrowId, amount: 2_500 })
      await shop.work()
    })
    expect(changes).toEqual({ 'USD card:clearing': 25n, 'USD platform:fee': -25n })
    expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'partially_refunded', reversedMinor: 2_475n })
    expect(await objectsOf(shop, 'transfer_reversal')).toMatchObject([{ amount: 2_475 }])
    await refund(shop, { escrow_id: payment.escrowId })
    await shop.work()
    expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'refunded', transferredMinor: 9_900n, reversedMinor: 9_900n })
  })

  test('that the merchant’s balance does not cover is owed, which is no error', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    await shop.stripe.control.do('payOut', { account, currency: 'usd' })
    const changes = await bookedBy(shop, async () => {
      const seen = await refund(shop, { escrow_id: payment.escrowId })
      expect(seen.refund.state).toBe('succeeded')
      await shop.work()
    })
    expect(changes).toEqual({ 'USD card:clearing': 10_000n, 'USD merchant:receivable': -9_900n, 'USD platform:fee': -100n })
    expect((await shop.card(payment.id)).escrow).toMatchObject({ state: 'refunded', reversedMinor: 0n })
    expect((await shop.card(payment.id)).payment.holdReason).toBeNull()
  })

  test('that fails after its part was taken back from the merchant is owed to them, and an operator is told', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    const changes = await bookedBy(shop, async () => {
      const { refund: back } = await refund(shop, { escrow_id: payment.escrowId, amount: 1_000 })
      await shop.work()
      await shop.stripe.control.do('moveRefund', { refund: back.processorRefundId ?? '', status: 'failed' })
      await tell(shop, { type: 'refund.failed', objectId: back.processorRefundId ?? '', id: 'evt_returned' })
    })
    expect(changes).toEqual({ 'USD card:clearing': -990n, 'USD merchant:payable': 990n })
    const { payment: held, escrow } = await shop.card(payment.id)
    expect([held.holdReason, escrow?.state]).toEqual(['merchant_is_owed', 'released'])
    const event = await db().selectFrom('processor_event').select('tryAt').where('eventId', '=', 'evt_returned').executeTakeFirstOrThrow()
    expect(event.tryAt).toBeNull()
  })

  test('that fails while its part is being taken back is owed to the merchant when that has an answer', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    const changes = await bookedBy(shop, async () => {
      await shop.stripe.control.do('failApi', { moment: 'after', answer: 'status_500', method: 'POST', path: '/v1/transfers' })
      const { refund: back } = await refund(shop, { escrow_id: payment.escrowId, amount: 1_000 })
      await shop.work()
      await shop.stripe.control.do('moveRefund', { refund: back.processorRefundId ?? '', status: 'failed' })
      await tell(shop, { type: 'refund.failed', objectId: back.processorRefundId ?? '' })
      expect((await shop.card(payment.id)).payment.holdReason).toBeNull()
      shop.ctx.clock.advance(60_000)
      await shop.work()
    })
    expect(changes).toEqual({ 'USD card:clearing': -990n, 'USD merchant:payable': 990n })
    expect((await shop.card(payment.id)).payment.holdReason).toBe('merchant_is_owed')
  })

  test('that fails before anything was taken back takes nothing back', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    const before = (await objectsOf(shop, 'transfer_reversal')).length
    const changes = await bookedBy(shop, async () => {
      const hear = async () => {
        const refunds = await db().selectFrom('processor_intent').selectAll().where('purpose', '=', 'card_refund').execute()
        const intent = refunds.find(({ paymentId }) => paymentId === payment.id)
        if (intent) await carryOutIntent(shop.processor, intent)
      }
      const wish = RefundCardInput.parse({ escrow_id: payment.escrowId, amount: 1_000 })
      const { refund: back } = await refundCard({ ...shop.ctx, hear }, { actor: shop.actor, wish })
      await shop.stripe.control.do('moveRefund', { refund: back.processorRefundId ?? '', status: 'failed' })
      await lookAtRefund(shop.processor, { id: back.id })
      await shop.work()
    })
    expect(changes).toEqual({})
    expect(await objectsOf(shop, 'transfer_reversal')).toHaveLength(before)
    expect(await shop.card(payment.id)).toMatchObject({ payment: { holdReason: null }, escrow: { state: 'released', reversedMinor: 0n } })
  })
})

test('a reversal that was planned before is not counted again', async () => {
  const payment = await inEscrow(10_000)
  await release(shop, payment)
  class Undone extends Error {}
  const undone = transaction(shop.ctx, async (em) => {
    const card = await lockCard(em, { paymentId: payment.id })
    const ref = shop.ctx.ids.uuid()
    for (const refundedMinor of [1_000n, 2_000n]) {
      card.payment.refundedMinor = refundedMinor
      await planReversal(em, shop.ctx, { ...card, ref })
    }
    expect(card.escrow?.reversedMinor).toBe(990n)
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
})
