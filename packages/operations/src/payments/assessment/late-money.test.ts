import { tables } from '@gateway/db/tables'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import type { Payment } from '@gateway/domain/payments/payment'
import type { Pair } from '@gateway/providers/rates/source'
import type { StaticPrices } from '@gateway/providers/rates/static-rates'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 3)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const accept = (payment: Payment) => acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
const pays = (payment: Payment, units: bigint, tx = 1) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })

/** An expired payment of 100 000 satoshis, of which `paidBefore` arrived in time. */
async function expired(paidBefore = 0n): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  if (paidBefore > 0n) await pays(payment, paidBefore, 99)
  await endWindow(payment)
  return payment
}

async function endWindow(payment: Payment): Promise<void> {
  shop.ctx.clock.advance(WINDOW_MS)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(shop.ctx, { paymentId: payment.id })
}

describe('a deposit after the window', () => {
  test('completes its payment down to 98 % of the locked rate, and the deciding price is stored', async () => {
    const payment = await expired()
    prices = { 'BTC/USD': '58800' }
    await pays(payment, 100_000n)
    const paid = await shop.read(payment.id)
    expect(paid).toMatchObject({ state: 'confirmed', exceptions: ['late'], lateVerdict: 'good' })
    const price = await tables(shop.ctx.orm.em.fork()).selectFrom('quote').select('rate').where('id', '=', paid.lateQuoteId).execute()
    expect(price).toEqual([{ rate: '58800' }])
    expect((await shop.events(payment.id)).slice(1)).toEqual([
      'payment.expired',
      'payment.pending',
      'payment.confirming',
      'payment.completed',
      'payment.confirmed',
    ])
  })

  test('stays held below 98 % of the locked rate, even if the price recovers', async () => {
    const payment = await expired()
    prices = { 'BTC/USD': '58799.99' }
    await pays(payment, 100_000n)
    prices = { 'BTC/USD': '70000' }
    await btc.mineEmpty(2)
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', exceptions: ['late'], lateVerdict: 'poor' })
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -100_000n, 'BTC payment:held': 100_000n })
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.expired', 'payment.updated'])
  })

  test('uses the price of its arrival, however late its block is scanned', async () => {
    const payment = await expired()
    const arrivedAt = shop.ctx.clock.now()
    Object.assign(shop.ctx.rates, {
      findPrice: (pair: Pair, at: Date) => staticRates({ 'BTC/USD': at <= arrivedAt ? '59000' : '40000' }).findPrice(pair, at),
    })
    shop.ctx.clock.advance(DAY_MS)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })], at: arrivedAt })
    const paid = await shop.read(payment.id)
    expect(paid).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
    const price = await tables(shop.ctx.orm.em.fork())
      .selectFrom('quote')
      .select(['rate', 'asOf'])
      .where('id', '=', paid.lateQuoteId)
      .execute()
    expect(price).toEqual([{ rate: '59000', asOf: arrivedAt }])
  })

  test('is judged once also at a price that was polled before it arrived, whatever dust follows', async () => {
    Object.assign(shop.ctx.rates, {
      findPrice: async (pair: Pair, at: Date) => {
        const price = await staticRates(prices).findPrice(pair, at)
        return price && { ...price, asOf: new Date(at.getTime() - 10_000) }
      },
    })
    const payment = await expired()
    prices = { 'BTC/USD': '40000' }
    await pays(payment, 100_000n)
    prices = { 'BTC/USD': '60000' }
    shop.ctx.clock.advance(60_000)
    await pays(payment, 600n, 2)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
  })

  test('waits while there is no price, and the next price decides', async () => {
    const payment = await expired()
    prices = {}
    await pays(payment, 100_000n)
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: null })
    prices = { 'BTC/USD': '61000' }
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('completes a payment together with a deposit in time', async () => {
    const payment = await expired(60_000n)
    await pays(payment, 40_000n)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n, exceptions: ['late', 'multiple'] })
  })

  test('stays held after thirty days at any rate', async () => {
    const payment = await expired()
    shop.ctx.clock.advance(defaultRules.lateWindowMs)
    await pays(payment, 100_000n)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'too_late', lateQuoteId: null })
  })

  test('counts in the mempool and waits for its confirmation like any other', async () => {
    const payment = await expired()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', includedHeight: null })
  })
})

describe('a deposit within the window that disappeared until after it', () => {
  const paid = (payment: Payment) => [output(payment.address, 100_000n, { tx: 1 })]

  /** A payment whose deposit was in the mempool in time and is gone when the window ends. */
  async function forgotten(): Promise<Payment> {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.showMempool(paid(payment))
    await btc.showMempool()
    await endWindow(payment)
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.pending', 'payment.updated', 'payment.expired'])
    return payment
  }

  test('completes its expired payment at any price, flagged late', async () => {
    const payment = await forgotten()
    prices = { 'BTC/USD': '1' }
    await btc.mine({ transfers: paid(payment), at: shop.ctx.clock.now() })
    await btc.mineEmpty(6)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['late', 'replaced'], lateVerdict: null })
    const shown = await tables(shop.ctx.orm.em.fork())
      .selectFrom('event')
      .select('body')
      .where('objectId', '=', payment.id)
      .orderBy('sequence')
      .execute()
    expect(shown.slice(4).map(({ body }) => String(body).includes('"late"'))).toEqual([true, true, true, true])
  })

  test('completes its payment without any price', async () => {
    const payment = await forgotten()
    prices = {}
    await btc.showMempool(paid(payment))
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', exceptions: ['late', 'replaced'] })
  })

  test('completes its payment although a later deposit was held for its rate', async () => {
    const payment = await forgotten()
    prices = { 'BTC/USD': '1' }
    await pays(payment, 100_000n, 2)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
    await btc.mine({ transfers: paid(payment), at: shop.ctx.clock.now() })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', confirmationsRequired: 2 })
    await btc.mineEmpty(1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 200_000n })
  })
})

describe('accepting an expired payment', () => {
  test('an underpaid payment is confirmed and its forward planned', async () => {
    const payment = await expired(60_000n)
    expect(await accept(payment)).toMatchObject({ state: 'confirmed', receivedUnits: 60_000n, toleranceUnits: 40_000n })
    expect(await shop.read(payment.id)).toMatchObject({ exceptions: ['underpaid'], feeUnits: 600n })
    expect(await shop.book()).toMatchObject({ 'BTC chain:deposit': -60_000n, 'BTC platform:fee': 600n })
    expect((await shop.events(payment.id)).slice(-2)).toEqual(['payment.completed', 'payment.confirmed'])
  })

  test('completes a payment with a deposit at a poor rate or after the late window', async () => {
    const poor = await expired()
    prices = { 'BTC/USD': '30000' }
    await pays(poor, 100_000n, 1)
    expect(await accept(poor)).toMatchObject({ state: 'confirmed', lateVerdict: 'poor' })
    const old = await expired()
    shop.ctx.clock.advance(defaultRules.lateWindowMs + DAY_MS)
    await pays(old, 200_000n, 2)
    expect(await accept(old)).toMatchObject({ state: 'confirmed', lateVerdict: 'too_late' })
  })

  test('an acceptance fails without a deposit, before the window ends, and a second time', async () => {
    const empty = await expired()
    await expect(accept(empty)).rejects.toThrow('Cannot accept a payment while the state is expired')
    const open = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await pays(open, 60_000n)
    await expect(accept(open)).rejects.toThrow('Cannot accept a payment while the state is pending')
    const short = await expired(60_000n)
    await accept(short)
    await expect(accept(short)).rejects.toThrow('Cannot accept a payment while the state is confirmed')
  })

  test('concurrent acceptances accept once, with one audit entry', async () => {
    const payment = await expired(60_000n)
    const answers = await Promise.allSettled([1, 2, 3].map(() => accept(payment)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    expect((await shop.events(payment.id)).filter((type) => type === 'payment.confirmed')).toHaveLength(1)
    const log = await tables(shop.ctx.orm.em.fork()).selectFrom('audit_entry').selectAll().where('subjectId', '=', payment.id).execute()
    expect(log).toMatchObject([
      { actor: 'operator:anna', action: 'payment.accept', details: { received: '60000', due: '100000', verdict: null } },
    ])
  })

  test('accepting an unknown payment fails', async () => {
    await expect(acceptPayment(shop.ctx, { paymentId: '00000000-0000-4000-8000-ffffffffffff', by: 'operator:anna' })).rejects.toThrow(
      'No such payment',
    )
  })
})
