import { tables } from '@gateway/db/tables'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepPayments } from '../../payments/sweeps/sweep-payments.ts'
import { coins, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

const MINUTE = 60_000

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const spend = (resource: string, tx: number) => ({ resource, sequence: 0, txId: txOf(tx) })
const ask = () => shop.ask({ amount: 60, blockchain: 'BTC' })

/** The data of a payment's first event of a type. */
async function reported(paymentId: string, type: 'payment.completed'): Promise<unknown> {
  const query = tables(shop.ctx.orm.em.fork()).selectFrom('event').select('body')
  const { body } = await query.where('objectId', '=', paymentId).where('type', '=', type).executeTakeFirstOrThrow()
  return JSON.parse(body).data
}

describe('a Bitcoin deposit double-spent by a mined transaction', () => {
  test('counts only the mined replacement when it pays the same address', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [spend('aa', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({
      state: 'confirmed',
      receivedUnits: 100_000n,
      exceptions: ['replaced'],
      txId: txOf(2),
    })
    expect(await reported(payment.id, 'payment.completed')).toMatchObject({ amount_received: '0.001', exceptions: ['replaced'] })
  })

  test('counts only the mined half when it replaced the other half of an underpaid payment', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 50_000n, { tx: 1 })], [spend('aa', 1)])
    await btc.mine({ transfers: [output(payment.address, 50_000n, { tx: 2 })], inputs: [spend('aa', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 50_000n, exceptions: ['underpaid', 'replaced'] })
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.updated', 'payment.updated'])
  })

  test('drops the deposit at once when the replacement pays another address', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    await btc.mine({ inputs: [spend('aa', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 0n, exceptions: ['replaced'] })
  })

  test('counts the deposit again when a reorg mines it instead of its replacement', async () => {
    const payment = await ask()
    const [first, second] = [output(payment.address, 100_000n, { tx: 1 }), output(payment.address, 70_000n, { tx: 2 })]
    await btc.showMempool([first], [spend('aa', 1)])
    await btc.mine({ transfers: [second], inputs: [spend('aa', 2)] })
    await btc.rollBack()
    await btc.mine({ transfers: [first], inputs: [spend('aa', 1)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n, txId: txOf(1) })
    expect((await shop.read(payment.id)).exceptions).not.toContain('multiple')
  })
})

describe('an unconfirmed deposit', () => {
  test('adds a further deposit to a confirmed payment only once a block holds it', async () => {
    const payment = await ask()
    const [paid, further] = [output(payment.address, 100_000n, { tx: 1 }), output(payment.address, 30_000n, { tx: 2 })]
    await btc.showMempool([paid, further])
    await btc.mine({ transfers: [paid] })
    const once = { receivedUnits: 100_000n, feeUnits: 1_000n, exceptions: [] }
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', ...once })
    expect(await reported(payment.id, 'payment.completed')).toMatchObject({ amount_received: '0.001', exceptions: [] })
    await btc.showMempool([further, output(payment.address, 7_000n, { tx: 3 })])
    expect(await shop.read(payment.id)).toMatchObject(once)
    await btc.mine({ transfers: [further] })
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: 130_000n, feeUnits: 1_300n, exceptions: ['overpaid', 'multiple'] })
  })

  test("an unconfirmed deposit never raises a payment's required confirmations", async () => {
    const payment = await ask()
    const paid = output(payment.address, 100_000n, { tx: 1 })
    await btc.showMempool([paid, output(payment.address, 50_000_000n, { tx: 2 })])
    expect((await shop.read(payment.id)).confirmationsRequired).toBe(1)
    await btc.mine({ transfers: [paid] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 1 })
  })

  test('an underpaid payment whose second deposit is double-spent after the window expires and can still be topped up', async () => {
    const payment = await ask()
    const half = output(payment.address, 50_000n, { tx: 1 })
    await btc.mine({ transfers: [half] })
    await btc.showMempool([output(payment.address, 50_000n, { tx: 2 })], [spend('aa', 2)])
    expect((await shop.read(payment.id)).state).toBe('detected')
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.mine({ inputs: [spend('aa', 3)] })
    await btc.mineEmpty(5)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', exceptions: ['underpaid', 'replaced'] })
    await btc.showMempool()
    shop.ctx.clock.advance(MINUTE)
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', receivedUnits: 50_000n })
    await btc.mine({ transfers: [output(payment.address, 50_000n, { tx: 4 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['late', 'multiple', 'replaced'] })
  })
})

describe('a replacement of a deposit that arrived within the window', () => {
  test('a replacement that pays at least as much inherits the arrival time', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    const outputs = [0, 1].map((vout) => output(payment.address, 50_000n, { tx: 2, vout }))
    await btc.showMempool(outputs, [spend('aa', 2), spend('bb', 2)])
    await btc.mine({ transfers: outputs, inputs: [spend('aa', 2), spend('bb', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['multiple', 'replaced'], lateVerdict: null })
  })

  test('a replacement that pays more than a small deposit is assessed at its own rate', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 600n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(24 * 60 * MINUTE)
    await btc.showMempool([output(payment.address, 600n, { tx: 1 })])
    await sweepPayments(shop.ctx)
    prices = { 'BTC/USD': '30000' }
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [spend('aa', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
  })

  test('a replacement of a dead deposit gets its own arrival time', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1), spend('bb', 1)])
    await btc.mine({ inputs: [spend('aa', 3)] })
    await btc.mineEmpty(5)
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.showMempool()
    await sweepPayments(shop.ctx)
    prices = { 'BTC/USD': '30000' }
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [spend('bb', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
  })

  test('a replacement that pays less gets its own arrival time', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 120_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.mine({ transfers: [output(payment.address, 119_999n, { tx: 2 })], inputs: [spend('aa', 2)] })
    expect(await shop.read(payment.id)).toMatchObject({
      state: 'confirmed',
      exceptions: ['overpaid', 'late', 'replaced'],
      lateVerdict: 'good',
    })
  })

  test('an Ethereum replacement is recognised by sender and nonce', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 60, blockchain: 'ETH' })
    await eth.mine({
      transfers: [coins(payment.address, payment.dueUnits, { tx: 1 })],
      inputs: [{ resource: '0xpayer', sequence: 7, txId: `0x${txOf(1)}` }],
    })
    await eth.rollBack()
    shop.ctx.clock.advance(20 * MINUTE)
    await eth.mine({
      transfers: [coins(payment.address, payment.dueUnits, { tx: 2 })],
      inputs: [{ resource: '0xpayer', sequence: 7, txId: `0x${txOf(2)}` }],
    })
    await eth.mineEmpty(12)
    const paid = await shop.read(payment.id)
    expect(paid.state).toBe('confirmed')
    expect(paid.exceptions).not.toContain('late')
  })
})

describe('a transaction that arrives after the window and replaces nothing', () => {
  test('assesses the transaction as late even though the payment was detected in time', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [spend('aa', 3)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['late', 'replaced'], lateVerdict: 'good' })
  })

  test('leaves the payment detected at a worse rate, and holds the funds once the payment expired', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    prices = { 'BTC/USD': '40000' }
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [spend('aa', 3)] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', lateVerdict: 'poor' })
    await btc.mineEmpty(5)
    await btc.showMempool()
    shop.ctx.clock.advance(MINUTE)
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', exceptions: ['late', 'replaced'] })
    expect((await shop.book())['BTC payment:held']).toBe(100_000n)
  })

  test('ignores the good rate of a vanished late deposit', async () => {
    const payment = await ask()
    await btc.showMempool()
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.showMempool()
    await sweepPayments(shop.ctx)
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', lateVerdict: 'good' })
    await btc.showMempool()
    shop.ctx.clock.advance(24 * 60 * MINUTE)
    prices = { 'BTC/USD': '30000' }
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })] })
    await btc.showMempool()
    shop.ctx.clock.advance(MINUTE)
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
  })

  test('completes the payment at a good rate despite the worse rate of a vanished late deposit', async () => {
    const payment = await ask()
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.showMempool()
    await sweepPayments(shop.ctx)
    prices = { 'BTC/USD': '30000' }
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
    await btc.showMempool()
    prices = { 'BTC/USD': '60000' }
    shop.ctx.clock.advance(60 * MINUTE)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('a late deposit without a price waits, and the next price assesses the payment', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    prices = {}
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [spend('aa', 3)] })
    await btc.mineEmpty(5)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', lateVerdict: null })
    prices = { 'BTC/USD': '61000' }
    await sweepPayments(shop.ctx)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('leaves the payment detected while a deposit of its window is unconfirmed', async () => {
    const payment = await ask()
    const inTime = output(payment.address, 100_000n, { tx: 1 })
    await btc.showMempool([inTime], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })] })
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mine({ transfers: [inTime] })
    await btc.mineEmpty(1)
    expect(await shop.read(payment.id)).toMatchObject({
      state: 'confirmed',
      exceptions: ['overpaid', 'late', 'multiple'],
      lateVerdict: null,
    })
  })
})
