import { presentPaymentDetail } from '@gateway/contract/portal/payment-detail'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { readPaymentDetail } from './read-payment-detail.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const detail = async (id: string, actor: Actor = shop.actor) =>
  presentPaymentDetail(await readPaymentDetail(shop.ctx, { actor, id }), 'data:image/png;base64,')

test('a paid payment shows its events with their deliveries, the origin of its rate and its split', async () => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })], at: shop.ctx.clock.now() })
  await tables(shop.ctx.orm.em.fork())
    .updateTable('delivery')
    .set({ state: 'failed', attempts: 3, lastStatusCode: 500, lastProblem: 'status' })
    .where('objectId', '=', payment.id)
    .execute()
  const shown = await detail(payment.id)
  expect(shown.payment).toMatchObject({ id: payment.id, status: 'confirmed' })
  expect(shown.timeline.map(({ type }) => type)).toEqual(await shop.events(payment.id))
  expect(shown.timeline[0]).toMatchObject({
    sequence: 1,
    type: 'payment.created',
    status: 'pending',
    previous_status: null,
    delivery: { status: 'failed', attempts: 3, status_code: 500, problem: 'status' },
  })
  expect(shown.rate).toMatchObject({
    rate: '60000',
    currency: 'USD',
    spread_percent: 0,
    sources: [{ source: 'static', price: '60000', from: null }],
  })
  expect(shown.split).toEqual({
    fee_percent: 1,
    merchant_amount: shown.payment.merchant_amount,
    fee_amount: shown.payment.fee_amount,
    network_fee: shown.payment.network_fee,
  })
  expect(shown.split.fee_amount).toBe('0.00001')
  expect([shown.decisions, shown.late_rate, shown.pending_decision, shown.refunds]).toEqual([[], null, null, []])
})

test('held money shows the decisions it allows and what each leads to', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const shown = await detail(payment.id)
  expect(shown.held).toMatchObject([{ blockchain: 'BTC', amount: '0.0004', reason: 'underpaid' }])
  expect(shown.decisions).toEqual([
    {
      decision: 'accept',
      consequences: ['counts_as_paid', 'goes_to_wallet', 'fee_is_taken', 'cannot_be_undone'],
      blockchains: ['BTC'],
      amount: null,
    },
    {
      decision: 'refund',
      consequences: ['payer_gets_link', 'payer_bears_network_fee', 'status_stays'],
      blockchains: ['BTC'],
      amount: '0.0004',
    },
  ])
  await offerRefund(shop.ctx, { paymentId: payment.id, by: shop.actor, linkDays: 30 })
  const offered = await detail(payment.id)
  expect(offered.refunds).toMatchObject([{ status: 'offered', address: null }])
  expect(offered.decisions.map(({ decision, consequences }) => [decision, consequences.includes('refund_link_ends')])).toEqual([
    ['accept', true],
    ['refund', true],
    ['withdraw_refund', true],
  ])
})

test('a decision that waits is shown', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const decidedAt = shop.ctx.clock.now()
  const waiting = {
    id: shop.ctx.ids.uuid(),
    paymentId: payment.id,
    merchantId: shop.actor.merchantId,
    kind: 'accept',
    seenUnits: HELD,
    state: 'waiting',
  } as const
  await tables(shop.ctx.orm.em.fork())
    .insertInto('held_decision')
    .values({ ...waiting, problem: null, decidedAt, endedAt: null, nextAttemptAt: decidedAt, attempts: 0 })
    .execute()
  expect((await detail(payment.id)).pending_decision).toEqual({ decision: 'accept', since: decidedAt.toISOString() })
})

test('another merchant gets the answer of a payment that does not exist', async () => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await expect(detail(payment.id, await storeMerchant(shop.ctx))).rejects.toThrow(NotFound)
  await expect(detail(shop.ctx.ids.uuid())).rejects.toThrow(NotFound)
})
