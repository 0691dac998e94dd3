import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidCard, refund, release, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { listCardPayouts } from '../payouts/list-payouts.ts'
import { getCardEscrow, listCardEscrows } from './get-card-escrow.ts'
import { getCardTransaction, listCardTransactions } from './list-transactions.ts'

let shop: CardShop
let account: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
})
afterAll(() => closeCardShop(shop))

const page = { limit: 50, offset: 0 }
const stranger = () => ({ ...shop.actor, merchantId: shop.ctx.ids.uuid() })

test('charges, refunds, transfers and disputes of card payments are one list, the newest first, with the state of their escrow', async () => {
  const direct = await paidCard(shop, { amount: 1_000 })
  shop.ctx.clock.advance(1_000)
  const held = await paidCard(shop, { amount: 3_000, escrow_mode: true })
  shop.ctx.clock.advance(1_000)
  const { refund: part } = await refund(shop, { payment_id: direct.id, amount: 250 })
  shop.ctx.clock.advance(1_000)
  await release(shop, held)
  const { id: disputeId } = await shop.stripe.control.do('openDispute', { charge: direct.chargeId ?? '' })
  await tell(shop, { type: 'charge.dispute.created', objectId: disputeId, account })
  const { rows, total } = await listCardTransactions(shop.ctx, { actor: shop.actor, filter: page })
  const moved = rows.filter(({ type }) => type !== 'dispute')
  expect(total).toBe(5)
  expect(moved.map(({ id, type, status, amountMinor, escrowState }) => [type, status, id, amountMinor, escrowState])).toEqual([
    ['transfer', 'succeeded', held.escrowId, 2_970n, 'released'],
    ['refund', 'succeeded', part.id, 250n, null],
    ['charge', 'succeeded', held.id, 3_000n, 'released'],
    ['charge', 'succeeded', direct.id, 1_000n, null],
  ])
  expect(moved[0]).toMatchObject({
    paymentId: held.id,
    businessId: shop.businessId,
    mode: 'live',
    currency: 'USD',
    createdAt: expect.any(Date),
  })
  const pending = await listCardTransactions(shop.ctx, { actor: shop.actor, filter: { ...page, status: 'pending' } })
  expect(pending.rows.map(({ type, amountMinor }) => [type, amountMinor])).toEqual([['dispute', 1_000n]])
  const second = await listCardTransactions(shop.ctx, { actor: shop.actor, filter: { limit: 2, offset: 1 } })
  expect(second.rows).toEqual(rows.slice(1, 3))
  expect(await getCardTransaction(shop.ctx, { actor: shop.actor, id: part.id })).toEqual(moved[1])
  await expect(getCardTransaction(shop.ctx, { actor: stranger(), id: part.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listCardTransactions(shop.ctx, { actor: stranger(), filter: page })).total).toBe(0)
})

test('card escrows are listed by status, with the amounts of their payments', async () => {
  const held = await paidCard(shop, { amount: 4_000, escrow_mode: true })
  const { rows } = await listCardEscrows(shop.ctx, { actor: shop.actor, filter: { ...page, status: 'funded' } })
  expect(rows.map(({ escrow, payment }) => [escrow.id, payment.amountMinor])).toEqual([[held.escrowId, 4_000n]])
  const id = held.escrowId ?? ''
  expect((await getCardEscrow(shop.ctx, { actor: shop.actor, id })).payment.id).toBe(held.id)
  await expect(getCardEscrow(shop.ctx, { actor: stranger(), id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('payouts of the processor are listed with what became of them', async () => {
  const payout = await shop.stripe.control.do('payOut', { account, currency: 'usd', amount: 500 })
  await tell(shop, { type: 'payout.created', objectId: payout.id, account })
  await shop.stripe.control.do('movePayout', { payout: payout.id, status: 'paid' })
  await tell(shop, { type: 'payout.paid', objectId: payout.id, account })
  const { rows, total } = await listCardPayouts(shop.ctx, { actor: shop.actor, filter: { ...page, status: 'paid' } })
  expect({ total, row: rows[0] }).toMatchObject({ total: 1, row: { processorPayoutId: payout.id, status: 'paid', amountMinor: 500n } })
  expect(await tables(shop.ctx.orm.em.fork()).selectFrom('card_payout').selectAll().execute()).toHaveLength(1)
})
