import { DisputeEvidenceInput } from '@gateway/contract/cards/evidence'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DisputeStatus } from '@gateway/devnet/stripe/objects/dispute'
import {
  bookedBy,
  dispute as disputeAt,
  moveDispute,
  objectsOf,
  paidCard,
  refund,
  release,
  requireTrue,
  tell,
} from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { acceptDispute, sendEvidence } from './answer-dispute.ts'
import { getCardDispute, listCardDisputes } from './get-dispute.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(() => requireTrue(shop))

const inEscrow = (amount = 2_000) => paidCard(shop, { amount, escrow_mode: true })
type Disputed = Awaited<ReturnType<typeof inEscrow>>
const dispute = (payment: Disputed, terms?: { isInquiry?: boolean; amount?: number }) => disputeAt(shop, payment, terms)
const move = (payment: Disputed, id: string, status: DisputeStatus) => moveDispute(shop, payment, { dispute: id, status })

const states = async ({ id }: Disputed) => {
  const { payment, escrow } = await shop.card(id)
  return [payment.state, escrow?.state ?? null]
}
const seen = (name: string) => getCardDispute(shop.ctx, { actor: shop.actor, name })

describe('a dispute of an escrow', () => {
  test('stops release and refund, is announced, and its withdrawal and its cost are booked once', async () => {
    const payment = await inEscrow()
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(payment)
      await tell(shop, { type: 'charge.dispute.funds_withdrawn', objectId: id })
      expect(await seen(id)).toMatchObject({ phase: 'open', status: 'needs_response', amountMinor: 2_000n, paymentId: payment.id })
    })
    expect(changes).toEqual({ 'USD card:clearing': 3_500n, 'USD escrow:held': -2_000n, 'USD platform:cost': -1_500n })
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_dispute_created'])
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(refund(shop, { escrow_id: payment.escrowId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('that is won returns it to what it was, with its money', async () => {
    const payment = await inEscrow()
    await refund(shop, { escrow_id: payment.escrowId, amount: 500 })
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(payment, { amount: 1_500 })
      await move(payment, id, 'under_review')
      await move(payment, id, 'won')
      expect((await seen(id)).phase).toBe('won')
    })
    expect(changes).toEqual({ 'USD card:clearing': 1_500n, 'USD platform:cost': -1_500n })
    expect(await states(payment)).toEqual(['partially_refunded', 'partially_refunded'])
    await release(shop, payment)
  })

  test('that is lost leaves the payment disputed and the escrow refunded; an appeal can still win it', async () => {
    const payment = await inEscrow()
    const id = await dispute(payment)
    await move(payment, id, 'lost')
    expect(await states(payment)).toEqual(['disputed', 'refunded'])
    await move(payment, id, 'appeal_needs_response')
    await move(payment, id, 'won')
    expect((await seen(id)).phase).toBe('won')
    expect((await states(payment))[0]).toBe('succeeded')
  })

  test('that was released before stays released, and is taken back from the merchant when it is lost', async () => {
    const payment = await inEscrow(10_000)
    await release(shop, payment)
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(payment)
      expect(await states(payment)).toEqual(['disputed', 'released'])
      await move(payment, id, 'lost')
    })
    expect(changes).toEqual({ 'USD card:clearing': 1_600n, 'USD platform:cost': -1_500n, 'USD platform:fee': -100n })
    expect(await states(payment)).toEqual(['disputed', 'refunded'])
    expect(await objectsOf(shop, 'transfer_reversal')).toMatchObject([{ amount: 9_900 }])
  })

  test('whose events come in any order and twice ends the same, with one event', async () => {
    const payment = await inEscrow()
    const { id } = await shop.stripe.control.do('openDispute', { charge: payment.chargeId ?? '' })
    await shop.stripe.control.do('moveDispute', { dispute: id, status: 'won' })
    const changes = await bookedBy(shop, async () => {
      for (const type of ['closed', 'funds_reinstated', 'created', 'funds_withdrawn', 'closed'])
        await tell(shop, { type: `charge.dispute.${type}`, objectId: id })
    })
    expect(changes).toEqual({ 'USD card:clearing': 1_500n, 'USD platform:cost': -1_500n })
    expect(await states(payment)).toEqual(['succeeded', 'funded'])
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_dispute_created'])
  })

  test('and its release at once end in one of both, and the money is there once', async () => {
    const payment = await inEscrow()
    const { id } = await shop.stripe.control.do('openDispute', { charge: payment.chargeId ?? '' })
    await shop.tell({ type: 'charge.dispute.created', objectId: id })
    shop.ctx.clock.advance(1)
    await Promise.allSettled([release(shop, payment), shop.work()])
    shop.ctx.clock.advance(60_000)
    await shop.work()
    expect(['disputed/disputed', 'disputed/released']).toContain((await states(payment)).join('/'))
  })
})

describe('an inquiry', () => {
  test('moves nothing, but stops release and refund of the escrow until it is closed', async () => {
    const payment = await inEscrow()
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(payment, { isInquiry: true })
      expect(await states(payment)).toEqual(['succeeded', 'funded'])
      await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
      await expect(refund(shop, { escrow_id: payment.escrowId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
      await move(payment, id, 'warning_closed')
    })
    expect(changes).toEqual({})
    expect(await shop.events(payment.id)).toEqual(['card_payment_success'])
    await release(shop, payment)
  })

  test('that becomes a dispute is one from then on', async () => {
    const payment = await inEscrow()
    const id = await dispute(payment, { isInquiry: true })
    await move(payment, id, 'needs_response')
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
    expect(await shop.events(payment.id)).toEqual(['card_payment_success', 'card_dispute_created'])
  })

  test('of a direct payment does not stop its refund', async () => {
    const payment = await paidCard(shop)
    await dispute(payment, { isInquiry: true })
    expect((await refund(shop, { payment_id: payment.id })).refund.state).toBe('succeeded')
  })
})

describe('a dispute of a direct payment', () => {
  test('is the merchant’s: nothing is booked, and the payment returns when it is won', async () => {
    const payment = await paidCard(shop)
    const changes = await bookedBy(shop, async () => {
      const id = await dispute(payment)
      expect(await states(payment)).toEqual(['disputed', null])
      await move(payment, id, 'won')
    })
    expect(changes).toEqual({})
    expect(await states(payment)).toEqual(['succeeded', null])
  })

  test('with a status of a later version is shown as unknown and changes nothing', async () => {
    const payment = await paidCard(shop)
    const id = await dispute(payment)
    await move(payment, id, 'in_arbitration' as never)
    expect(await seen(id)).toMatchObject({ status: 'unknown', processorStatus: 'in_arbitration', phase: 'open' })
  })
})

describe('the answer to a dispute', () => {
  test('is evidence in texts, stored first and then sent once and for all', async () => {
    const payment = await paidCard(shop)
    const id = await dispute(payment)
    const evidence = (terms: object) =>
      sendEvidence(shop.ctx, { actor: shop.actor, evidence: DisputeEvidenceInput.parse({ id, ...terms }) })
    shop.ctx.clock.advance(1)
    expect(await evidence({ customer_name: 'Lena', submit: false })).toMatchObject({ hasEvidence: true, submissions: 0 })
    shop.ctx.clock.advance(1)
    expect(await evidence({ uncategorized_text: 'She thanked us' })).toMatchObject({ status: 'under_review', submissions: 1 })
    await expect(evidence({ uncategorized_text: 'And again' })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('is to accept it, which loses it', async () => {
    const payment = await inEscrow()
    const id = await dispute(payment)
    shop.ctx.clock.advance(1)
    expect(await acceptDispute(shop.ctx, { actor: shop.actor, name: id })).toMatchObject({ status: 'lost', phase: 'lost' })
    expect(await states(payment)).toEqual(['disputed', 'refunded'])
    await expect(acceptDispute(shop.ctx, { actor: shop.actor, name: id })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('of another merchant is not found; the own ones are listed by status', async () => {
    const payment = await inEscrow()
    const id = await dispute(payment)
    const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
    await expect(acceptDispute(shop.ctx, { actor: stranger, name: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { rows } = await listCardDisputes(shop.ctx, {
      actor: shop.actor,
      filter: { status: 'needs_response', limit: 50, offset: 0 },
    })
    expect(rows.map(({ processorDisputeId }) => processorDisputeId)).toContain(id)
    expect(rows.every(({ status }) => status === 'needs_response')).toBe(true)
  })
})

describe('a dispute that no event tells about', () => {
  const LOOK_MS = 20 * 60_000
  const moveUnheard = (id: string, status: DisputeStatus) => shop.stripe.control.do('moveDispute', { dispute: id, status })

  test.each([
    ['lost', ['disputed', 'refunded']],
    ['won', ['succeeded', 'funded']],
  ] as const)('is asked about until it is %s', async (status, after) => {
    const payment = await inEscrow()
    const id = await dispute(payment)
    await moveUnheard(id, 'under_review')
    await shop.look(LOOK_MS)
    expect((await seen(id)).status).toBe('under_review')
    await moveUnheard(id, status)
    await shop.look(LOOK_MS)
    expect((await seen(id)).status).toBe(status)
    expect(await states(payment)).toEqual(after)
    expect(await lookOf(id)).toBeNull()
  })

  test('is asked about while it is an inquiry, which may become more', async () => {
    const payment = await inEscrow()
    const id = await dispute(payment, { isInquiry: true })
    await moveUnheard(id, 'needs_response')
    await shop.look(LOOK_MS)
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
    expect(await lookOf(id)).not.toBeNull()
    const other = await inEscrow()
    const closed = await dispute(other, { isInquiry: true })
    await move(other, closed, 'warning_closed')
    expect(await lookOf(closed)).toBeNull()
  })

  test('and was never heard of is found while its escrow is held', async () => {
    const payment = await inEscrow()
    await shop.stripe.control.do('openDispute', { charge: payment.chargeId ?? '' })
    await shop.look(LOOK_MS)
    expect(await states(payment)).toEqual(['disputed', 'disputed'])
    await expect(release(shop, payment)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('is found with its charge, that of a direct payment too', async () => {
    const { payment } = await shop.charge()
    await shop.pay(payment.checkoutUrl)
    const made = (await objectsOf(shop, 'charge')).at(-1)
    await shop.stripe.control.do('openDispute', { charge: String(made?.['id']) })
    await shop.look(LOOK_MS)
    expect((await shop.card(payment.id)).payment.state).toBe('disputed')
  })

  test('leaves an escrow alone that is not held any more', async () => {
    const payment = await inEscrow()
    await release(shop, payment)
    await shop.look(LOOK_MS)
    expect((await shop.card(payment.id)).payment.lookAt).toBeNull()
  })
})

async function lookOf(dispute: string): Promise<Date | null> {
  const rows = tables(shop.ctx.orm.em.fork()).selectFrom('card_dispute').select('lookAt')
  return (await rows.where('processorDisputeId', '=', dispute).executeTakeFirstOrThrow()).lookAt
}
