import { tables } from '@gateway/db/tables'
import { InvalidField, InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidAmount, NotReturnable } from '@gateway/domain/payments/errors'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeMerchant } from '../../testing/test-context.ts'
import { assistedRefundsOf, decimal, RECEIVED } from '../../testing/test-assisted-refunds.ts'
import { coins, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { HELD, PAYER, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { listPaymentRefunds } from './list-payment-refunds.ts'
import { refundPayment } from './refund-payment.ts'

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { start, completed } = assistedRefundsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const audit = async () => {
  const entries = await db().selectFrom('audit_entry').select(['actor', 'action', 'details']).orderBy('at').orderBy('id').execute()
  return entries.filter(({ action }) => action.startsWith('refund.'))
}

describe('a refund of a completed payment', () => {
  test('is offered to the payer, to be paid by the merchant: a part in the currency at the price of the payment, rounded down', async () => {
    const { id } = await completed()
    prices = { ...prices, 'BTC/USD': '30000' }
    const refund = await start({ id }, { amount: decimal('29.99'), reason: 'Out of stock' })
    expect(refund).toMatchObject({
      paymentId: id,
      paidBy: 'merchant',
      status: 'offered',
      currency: 'USD',
      rate: 'payment',
      reason: 'Out of stock',
    })
    expect(refund).toMatchObject({ fiatMinor: 2_999n, units: 49_983n, paidUnits: 0n, address: null, transfers: [], transactions: [] })
    expect(refund.refundUrl).toMatch(/^https:\/\/gateway\.test\/refund\/ret_/)
    expect(refund.payUrl).toMatch(/^https:\/\/gateway\.test\/pay-refund\/ret_/)
    expect(refund.expiresAt.getTime() - shop.ctx.clock.now().getTime()).toBe(14 * 24 * 60 * 60_000)
    expect(await audit()).toMatchObject([
      {
        action: 'refund.start',
        details: { refund: refund.id, units: '49983', fiatMinor: '2999', currency: 'USD', rate: 'payment', reason: 'Out of stock' },
      },
    ])
    expect(await shop.book()).toMatchObject({})
  })

  test('has its two links shown once', async () => {
    const { id } = await completed()
    const { id: refundId } = await start({ id })
    expect(await listPaymentRefunds(shop.ctx, { actor: shop.actor, id })).toMatchObject([{ id: refundId, refundUrl: null, payUrl: null }])
  })

  test('is everything that is left without an amount, and its value in the currency of the payment', async () => {
    expect(await start(await completed())).toMatchObject({ units: RECEIVED, fiatMinor: 6_000n })
  })

  test('is what was overpaid, in the coin', async () => {
    expect(await start(await completed(150_000n), { amountCrypto: decimal('0.0005') })).toMatchObject({ units: 50_000n, fiatMinor: 3_000n })
  })

  test('is the amount of the payment and no more where more was paid', async () => {
    expect(await start(await completed(150_000n), { amount: decimal('60') })).toMatchObject({ units: 100_000n, fiatMinor: 6_000n })
  })

  test('is at the current price where the merchant says so', async () => {
    const payment = await completed()
    prices = { ...prices, 'BTC/USD': '120000' }
    expect(await start(payment, { amount: decimal('60'), rate: 'current' })).toMatchObject({
      units: 50_000n,
      fiatMinor: 6_000n,
      rate: 'current',
    })
  })

  test('is never more coin than was received, whatever the price', async () => {
    const payment = await completed()
    prices = { ...prices, 'BTC/USD': '30000' }
    await expect(start(payment, { amount: decimal('60'), rate: 'current' })).rejects.toThrow(InvalidAmount)
    expect(await listPaymentRefunds(shop.ctx, { actor: shop.actor, id: payment.id })).toEqual([])
  })

  test('together with the other open ones is never more than was received', async () => {
    const payment = await completed()
    await start(payment, { amountCrypto: decimal('0.0006') })
    await expect(start(payment, { amountCrypto: decimal('0.00040001') })).rejects.toThrow(InvalidAmount)
    await start(payment, { amountCrypto: decimal('0.0004') })
    await expect(start(payment)).rejects.toThrow(NotReturnable)
  })

  test('is started once by several requests at once that would refund too much together', async () => {
    const payment = await completed()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => start(payment, { amountCrypto: decimal('0.0006') })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is refused by the database above what was received, whoever writes it', async () => {
    const payment = await completed()
    await start(payment, { amountCrypto: decimal('0.0006') })
    const copy = `INSERT INTO assisted_refund SELECT (r.made).* FROM (SELECT jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
      'token_hash', sha256('a'), 'pay_token_hash', sha256('b'))) AS made FROM assisted_refund one) r`
    await expect(shop.ctx.orm.em.fork().getConnection().execute(copy)).rejects.toThrow('is more than its payment has received')
  })

  test('is watched at once where the merchant names the address, and looks for a transaction that has paid it', async () => {
    const refund = await start(await completed(), { address: PAYER, txHash: txOf(77).toUpperCase() })
    expect(refund).toMatchObject({ status: 'named', address: PAYER, transactions: [{ txId: txOf(77), state: 'waiting', problem: null }] })
    const row = await db().selectFrom('assisted_refund').selectAll().executeTakeFirstOrThrow()
    const { height } = await db().selectFrom('chain_cursor').select('height').where('chain', '=', 'BTC').executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      watchKey: PAYER,
      startHeight: height,
      namedAt: shop.ctx.clock.now(),
      namedBy: `merchant:${shop.actor.merchantId}`,
    })
    expect((await audit()).map(({ action }) => action).toSorted()).toEqual(['refund.name', 'refund.name_transaction', 'refund.start'])
  })

  test.each([
    ['an address of this service', { address: wallets.platform.BTC }, InvalidAddress],
    ['a transaction without the address it has paid', { txHash: txOf(77) }, InvalidField],
    ['a text that is no transaction', { address: PAYER, txHash: 'nonsense' }, InvalidField],
    ['both amounts', { amount: decimal('1'), amountCrypto: decimal('0.0001') }, InvalidField],
    ['more decimals than the coin has', { amountCrypto: decimal('0.000000001') }, InvalidAmount],
    ['more decimals than the currency has', { amount: decimal('1.001') }, InvalidAmount],
  ])('is refused with %s, and nothing is stored', async (_what, request, refusal) => {
    const payment = await completed()
    await expect(start(payment, request)).rejects.toThrow(refusal)
    expect(await db().selectFrom('assisted_refund').select('id').execute()).toEqual([])
  })

  test("is refused for another merchant's payment like for a missing one", async () => {
    const { id } = await completed()
    const actor = await storeMerchant(shop.ctx)
    const request = { rate: 'payment', offerDays: 14, linkDays: 30, holdHours: 48 } as const
    await expect(refundPayment(shop.ctx, { actor, id, request })).rejects.toThrow(NotFound)
    await expect(listPaymentRefunds(shop.ctx, { actor, id })).rejects.toThrow(NotFound)
  })
})

describe('a refund of a payment that is not completed', () => {
  test('is refused before its money is confirmed, with the reason', async () => {
    const { id, address } = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await expect(start({ id })).rejects.toThrow('has received nothing')
    await btc.showMempool([output(address, 100_000n, { tx: 5 })])
    await expect(start({ id })).rejects.toThrow('not confirmed yet')
  })

  test('goes back by the gateway after its hold where a key of ours holds the money', async () => {
    const payment = await underpaidPayment(shop, btc, HELD)
    const refund = await start(payment, { amountCrypto: decimal('0.0004'), address: PAYER, reason: 'Too late' })
    expect(refund).toMatchObject({
      paidBy: 'gateway',
      status: 'named',
      units: HELD,
      fiatMinor: null,
      rate: null,
      payUrl: null,
      address: PAYER,
    })
    expect(refund.payableFrom).not.toBeNull()
    expect(refund.refundUrl).toMatch(/\/refund\/ret_/)
    expect(await listPaymentRefunds(shop.ctx, { actor: shop.actor, id: payment.id })).toMatchObject([{ id: refund.id, status: 'named' }])
    await expect(start(payment)).rejects.toThrow(InvalidState)
  })

  test.each([
    ['another amount of the coin', { amountCrypto: decimal('0.0003') }, InvalidAmount],
    ['an amount of the currency', { amount: decimal('20') }, InvalidAmount],
    ['a transaction of the merchant', { address: PAYER, txHash: txOf(3) }, InvalidField],
  ])('is refused for held money with %s', async (_what, request, refusal) => {
    const payment = await underpaidPayment(shop, btc, HELD)
    await expect(start(payment, request)).rejects.toThrow(refusal)
    expect(await db().selectFrom('refund').select('id').execute()).toEqual([])
  })

  test("is the merchant's to pay on a chain whose deposits go to the merchant alone", async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 60, blockchain: 'ETH' })
    await eth.mine({ transfers: [coins(payment.address, 1_000_000_000_000_000n, { tx: 8 })], at: shop.ctx.clock.now() })
    shop.ctx.clock.advance(15 * 60_000)
    await db().updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
    await expirePayment(shop.ctx, { paymentId: payment.id })
    expect(await start(payment)).toMatchObject({ paidBy: 'merchant', units: 1_000_000_000_000_000n, fiatMinor: 250n })
  })
})
