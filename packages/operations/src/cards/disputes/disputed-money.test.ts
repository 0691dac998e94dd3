import { tables } from '@gateway/db/tables'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import { disputeRetrieval } from '@gateway/providers/stripe/requests/disputes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  bookedBy,
  dispute,
  type DisputeMove,
  moveDispute,
  objectsOf,
  paidCard,
  refund,
  release,
  requireTrue,
  tell,
} from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { recordDispute } from './record-dispute.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(async () => {
  await requireTrue(shop)
  const due = await db().selectFrom('processor_event').select(['type', 'outcome']).where('tryAt', 'is not', null).execute()
  if (due.length > 0) throw new Error(`still due: ${JSON.stringify(due)}`)
})

const db = () => tables(shop.ctx.orm.em.fork())
const inEscrow = (amount = 2_000) => paidCard(shop, { amount, escrow_mode: true })
type Payment = Awaited<ReturnType<typeof inEscrow>>

const states = async ({ id }: Payment) => {
  const { payment, escrow } = await shop.card(id)
  return [payment.state, escrow?.state ?? null]
}
const move = (payment: Payment, id: string, status: DisputeMove['status']) => moveDispute(shop, payment, { dispute: id, status })

/** A refund that the processor has not decided about. */
async function pendingRefund(payment: Payment, amount: number): Promise<string> {
  await shop.stripe.control.do('nextRefunds', { statuses: ['pending'] })
  return (await refund(shop, { escrow_id: payment.escrowId, amount })).refund.processorRefundId ?? ''
}

async function decide(refundId: string, status: 'succeeded' | 'failed'): Promise<void> {
  await shop.stripe.control.do('moveRefund', { refund: refundId, status })
  await tell(shop, { type: 'refund.updated', objectId: refundId })
}

describe('a dispute of more than an escrow holds', () => {
  test('is recorded and stops it: what is held is taken, and the merchant owes the rest', async () => {
    const payment = await inEscrow()
    await refund(shop, { escrow_id: payment.escrowId, amount: 600 })
    const changes = await bookedBy(shop, () => dispute(shop, payment))
    expect(changes).toEqual({
      'USD card:clearing': 3_500n,
      'USD escrow:held': -1_400n,
      'USD merchant:receivable': -600n,
      'USD platform:cost': -1_500n,
    })
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('and the money of another escrow of the same business are not mixed', async () => {
    await inEscrow(5_000)
    const payment = await inEscrow()
    await refund(shop, { escrow_id: payment.escrowId })
    const changes = await bookedBy(shop, () => dispute(shop, payment, { amount: 900 }))
    expect(changes).toMatchObject({ 'USD merchant:receivable': -900n })
    expect(changes['USD escrow:held']).toBeUndefined()
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
  })

  test('that is won leaves what a refund under way has not taken, and it can be released', async () => {
    const payment = await inEscrow()
    const refundId = await pendingRefund(payment, 500)
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(shop, payment)
      await decide(refundId, 'succeeded')
      expect(await states(payment)).toEqual(['disputed', 'disputed'])
      await move(payment, id, 'won')
    })
    expect(changes).toEqual({ 'USD card:clearing': 2_000n, 'USD escrow:held': -500n, 'USD platform:cost': -1_500n })
    expect(await states(payment)).toEqual(['partially_refunded', 'partially_refunded'])
    expect((await release(shop, payment)).escrow.transferredMinor).toBe(1_485n)
  })
})

describe('the money of a won dispute', () => {
  test('is waited for before the escrow is released or refunded, and comes back as it was withdrawn', async () => {
    const payment = await inEscrow()
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(shop, payment, { amount: 700 })
      await shop.stripe.control.do('moveDispute', { dispute: id, status: 'won' })
      const answer = await shop.processor.processor.send(disputeRetrieval(id, null), { read: readDispute })
      if (answer.result !== 'done') throw new Error('the double has not answered')
      shop.ctx.clock.advance(1)
      const facts = { ...answer.facts, balances: answer.facts.balances.filter(({ amountMinor }) => amountMinor < 0n) }
      await recordDispute(shop.processor, { facts, askedAt: shop.ctx.clock.now(), account: null })
      expect(await states(payment)).toEqual(['succeeded', 'funded'])
      await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
      await expect(refund(shop, { escrow_id: payment.escrowId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
      await tell(shop, { type: 'charge.dispute.funds_reinstated', objectId: id })
    })
    expect(changes).toEqual({ 'USD card:clearing': 1_500n, 'USD platform:cost': -1_500n })
    expect((await release(shop, payment)).escrow.transferredMinor).toBe(1_980n)
  })

  test('of a released escrow is booked as the opposite of its withdrawal, also after a refund between', async () => {
    const payment = await inEscrow(10_050)
    await release(shop, payment)
    const refundId = await pendingRefund(payment, 75)
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(shop, payment)
      await decide(refundId, 'succeeded')
      await move(payment, id, 'won')
    })
    // Of 100.50 the fee is 1.00, and of the 99.75 that are left 0.99.
    expect(changes).toEqual({ 'USD card:clearing': 1_501n, 'USD platform:cost': -1_500n, 'USD platform:fee': -1n })
    expect(await states(payment)).toEqual(['partially_refunded', 'partially_refunded'])
  })

  test('that was taken back from the merchant before is owed to them, and an operator is told', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(shop, payment)
      await move(payment, id, 'lost')
      await move(payment, id, 'appeal_needs_response')
      await move(payment, id, 'won')
    })
    expect(changes).toEqual({ 'USD card:clearing': -8_400n, 'USD merchant:payable': 9_900n, 'USD platform:cost': -1_500n })
    expect(await states(payment)).toEqual(['succeeded', 'released'])
    expect((await shop.card(payment.id)).payment.holdReason).toBe('merchant_is_owed')
  })
})

describe('what a lost dispute of a part leaves in escrow', () => {
  test('is released to the merchant: disputed, transfer and fee are the capture', async () => {
    const payment = await inEscrow()
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(shop, payment, { amount: 600 })
      await move(payment, id, 'lost')
      expect(await states(payment)).toEqual(['disputed', 'partially_refunded'])
      expect((await release(shop, payment)).escrow).toMatchObject({ state: 'released', transferredMinor: 1_386n })
    })
    expect(changes).toEqual({
      'USD card:clearing': 600n + 1_386n + 1_500n,
      'USD escrow:held': -2_000n,
      'USD platform:cost': -1_500n,
      'USD platform:fee': 14n,
    })
  })

  test('can be refunded up to that, and stays where the processor refuses it', async () => {
    const payment = await inEscrow()
    await move(payment, await dispute(shop, payment, { amount: 600 }), 'lost')
    await expect(refund(shop, { escrow_id: payment.escrowId, amount: 1_401 })).rejects.toMatchObject({
      code: 'INVALID_AMOUNT',
      details: { remaining: 1_400 },
    })
    const seen = await refund(shop, { escrow_id: payment.escrowId })
    expect(seen.refund).toMatchObject({ state: 'failed', amountMinor: 1_400n, failure: 'charge_disputed' })
    expect(await states(payment)).toEqual(['disputed', 'partially_refunded'])
    await release(shop, payment)
  })

  test('is the merchant’s with the part that an appeal brings back after the release', async () => {
    const payment = await inEscrow()
    const id = await dispute(shop, payment, { amount: 600 })
    await move(payment, id, 'lost')
    await release(shop, payment)
    const changes = await bookedBy(shop, () => move(payment, id, 'won'))
    expect(changes).toEqual({ 'USD card:clearing': -600n, 'USD merchant:payable': 594n, 'USD platform:fee': 6n })
    expect(await states(payment)).toEqual(['succeeded', 'released'])
    expect((await shop.card(payment.id)).payment.holdReason).toBe('merchant_is_owed')
  })

  test('waits for every other dispute, and is free when that is won', async () => {
    const payment = await inEscrow()
    const [lost, open] = [await dispute(shop, payment, { amount: 600 }), await dispute(shop, payment, { amount: 500 })]
    await move(payment, lost, 'lost')
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
    await move(payment, open, 'won')
    expect(await states(payment)).toEqual(['disputed', 'partially_refunded'])
    expect((await release(shop, payment)).escrow.transferredMinor).toBe(1_386n)
  })

  test('is nothing when the whole was lost', async () => {
    const payment = await inEscrow()
    await refund(shop, { escrow_id: payment.escrowId, amount: 500 })
    await move(payment, await dispute(shop, payment, { amount: 1_500 }), 'lost')
    expect(await states(payment)).toEqual(['disputed', 'refunded'])
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('of a released escrow stays the merchant’s', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    await move(payment, await dispute(shop, payment, { amount: 2_500 }), 'lost')
    expect(await states(payment)).toEqual(['disputed', 'partially_refunded'])
    expect((await objectsOf(shop, 'transfer_reversal')).at(-1)).toMatchObject({ amount: 2_475 })
  })
})
