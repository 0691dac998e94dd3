import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { presentPayment } from '@gateway/contract/payments'
import type { PaymentChangeView } from '@gateway/contract/payments'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { reassessPayments } from '../assessment/reassess-payments.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { ForwardHeld, signForward } from '../../testing/sign-forward.ts'
import { forwardHeld } from '../held/forward-held.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { getPayment } from '../reading/get-payment.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { refundsOf } from '../../testing/test-refunds.ts'
import { planRefunds } from '../refunds/plan-refunds.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'
import { attemptsOf, coins, openChain, output, type TestChain, tokens, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { announceUpdates } from './announce-updates.ts'

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 2)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const ask = (blockchain = 'BTC') => shop.ask({ amount: 60, blockchain })
const shown = async ({ id }: Payment) => presentPayment(await getPayment(shop.ctx, { actor: shop.actor, id }), null)

/** The data of a payment's updates, in order. */
async function updates({ id }: Payment): Promise<PaymentChangeView[]> {
  const rows = await tables(shop.ctx.orm.em.fork())
    .selectFrom('event')
    .select(['type', 'body'])
    .where('objectId', '=', id)
    .orderBy('sequence')
    .execute()
  return rows.flatMap(({ type, body }) => (type === 'payment.updated' ? [(JSON.parse(body) as { data: PaymentChangeView }).data] : []))
}

async function expire(payment: Payment): Promise<void> {
  shop.ctx.clock.set(payment.expiresAt)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  expect(await expirePayment(shop.ctx, { paymentId: payment.id })).toEqual({ outcome: 'expired' })
}

describe('payment.updated', () => {
  test('payment.updated is never emitted for a payment paid at once in full', async () => {
    const payment = await ask()
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded' })
    expect(await updates(payment)).toEqual([])
    expect(await shown(payment)).toMatchObject({
      resolution: 'paid',
      deposits: [{ amount: '0.001', status: 'confirmed', credited: true, confirmations: 1 }],
      payouts: [{ purpose: 'forward', status: 'final', reason: null }],
    })
  })

  test('a part payment is told once, with the amount still due', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 40_000n, { tx: 1 })])
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 1 })] })
    await btc.mineEmpty(3)
    const told = await updates(payment)
    expect(told).toMatchObject([{ status: 'pending', amount_received: '0.0004', amount_due: '0.0006', exceptions: ['underpaid'] }])
    expect(told[0]?.payment).toMatchObject({
      deposits: [{ status: 'seen', amount: '0.0004', credited: true, confirmations: 0 }],
      payouts: [],
    })
    expect((await shown(payment)).payment_uri).toBe(`bitcoin:${payment.address}?amount=0.0006&label=Shop`)
  })

  test('payment.updated is not repeated for amounts already told', async () => {
    const payment = await ask()
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 1 })] })
    await shop.ctx.orm.em.fork().transactional((em) => announceUpdates(em, shop.ctx, [payment.id, payment.id]))
    expect(await updates(payment)).toHaveLength(1)
  })

  test('tells of another asset, and of the payout that a decision makes of it', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await ask('USDC_ETH')
    await eth.mine({ transfers: [coins(payment.address, 10n ** 16n, { tx: 1 })] })
    await eth.mineEmpty(11)
    await forwardHeld(shop.ctx, { paymentId: payment.id, by: `operator:anna` })
    const told = await updates(payment)
    expect(told.map(({ payment: { deposits, payouts } }) => [deposits[0]?.status, payouts.length])).toEqual([
      ['seen', 0],
      ['held', 0],
      ['confirmed', 1],
    ])
    expect(told[2]?.payment.payouts).toMatchObject([
      { purpose: 'forward', asset: 'ETH', amount: '0.01', fee_amount: '0.0001', status: 'waiting' },
    ])
  })

  test('tells of an unsupported token, in its base units', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await ask('USDC_ETH')
    const token = `0x${'7'.repeat(40)}`
    await eth.mine({ transfers: [tokens(payment.address, 7n, { tx: 1, token })] })
    expect((await updates(payment)).at(-1)?.payment.deposits).toMatchObject([
      { asset: null, token_address: token, amount: '7', status: 'held', credited: false },
    ])
  })

  test('tells that a payment is pending again when a late price refuses money that was told of', async () => {
    const payment = await ask()
    const coin = { resource: 'aa', sequence: 0, txId: txOf(1) }
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [coin])
    shop.ctx.clock.set(new Date(payment.expiresAt.getTime() + 60_000))
    prices = {}
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 2 })], inputs: [{ ...coin, txId: txOf(3) }] })
    await btc.mineEmpty(5)
    expect((await updates(payment)).at(-1)).toMatchObject({ status: 'detected' })
    prices = { 'BTC/USD': '40000' }
    await transaction(shop.ctx, (em) => reassessPayments(em, shop.ctx, [payment]))
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending' })
    expect((await updates(payment)).at(-1)).toMatchObject({ status: 'pending' })
  })

  test('tells that an unsupported token was flushed, and that a reorganisation has taken the flush back', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await ask('USDC_ETH')
    const token = `0x${'7'.repeat(40)}`
    await eth.mine({ transfers: [tokens(payment.address, 7n, { tx: 1, token })] })
    const emitter = payment.address.toLowerCase()
    const paid = { asset: null, token, merchantUnits: 6n, feeUnits: 1n }
    await eth.mine({ flushes: [{ kind: 'flushed', ref: '0xany:4', txId: '0xany', logIndex: 4, emitter, ...paid }] })
    expect((await shown(payment)).deposits).toMatchObject([{ asset: null, status: 'confirmed' }])
    await eth.mine({ transfers: [tokens(payment.address, 2n, { tx: 2, token })] })
    await eth.rollBack(2)
    const told = await updates(payment)
    expect(told.map(({ payment: { deposits } }) => deposits.map(({ status }) => status))).toEqual([
      ['held'],
      ['confirmed'],
      ['confirmed', 'held'],
      ['confirmed', 'orphaned'],
      ['held', 'orphaned'],
    ])
  })

  test('tells of a deposit after the payment was confirmed', async () => {
    const payment = await ask()
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await btc.mine({ transfers: [output(payment.address, 50_000n, { tx: 2 })] })
    expect((await updates(payment))[0]).toMatchObject({
      status: 'confirmed',
      amount_received: '0.0015',
      exceptions: ['overpaid', 'multiple'],
    })
  })
})

describe('payment.updated tells why a payout waits', () => {
  const { claimed, pass, sendBack, mined } = refundsOf(() => ({ shop, btc }))
  const payouts = async (payment: Payment) =>
    (await updates(payment)).flatMap(({ payment: { payouts: left } }) => left.map(({ status, reason }) => reason ?? status))

  test('payment.updated tells of a forward that is paused, once, and of its end by the next status', async () => {
    const payment = await ask()
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await pausePayouts(shop.ctx, { scope: 'global', by: 'operator:anna', reason: 'a test' })
    for (const _time of [1, 2]) await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow(ForwardHeld)
    expect(await payouts(payment)).toEqual(['paused'])
    await liftPause(shop.signer, 'global')
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    expect((await shop.events(payment.id)).slice(-3)).toEqual(['payment.confirmed', 'payment.updated', 'payment.forwarding'])
    expect(await shown(payment)).toMatchObject({ payouts: [{ status: 'sent', reason: null }] })
  })

  test('payment.updated tells of a refund that is planned, paused, released, sent, final, reorganised, and final again', async () => {
    const payment = await claimed()
    await pass()
    await planRefunds(shop.ctx)
    await pausePayouts(shop.ctx, { scope: 'global', by: 'operator:anna', reason: 'a test' })
    await sendBack()
    expect(await payouts(payment)).toEqual(['waiting', 'paused'])
    await liftPause(shop.signer, 'global')
    await pass(1)
    await sendBack()
    expect(await payouts(payment)).toEqual(['waiting', 'paused', 'sent'])
    await mined()
    expect((await shop.events(payment.id)).at(-1)).toBe('payment.refunded')
    await btc.rollBack(6)
    for (const _time of [1, 2]) await sweepPayments(shop.ctx)
    expect(await payouts(payment)).toEqual(['waiting', 'paused', 'sent', 'sent'])
    await mined()
    expect(await payouts(payment)).toEqual(['waiting', 'paused', 'sent', 'sent', 'final'])
  })
})

test('a forward whose transaction failed is told by the next sweep, once', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const payment = await ask('ETH')
  await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 1 })] })
  await eth.mineEmpty(11)
  await signForward(shop.signer, { paymentId: payment.id })
  await eth.send()
  const attempts = await attemptsOf(shop.ctx)
  const { height } = await eth.mine({
    attempts,
    receipts: attempts.map(({ handle }) => ({ txId: handle, succeeded: false, feeUnits: 1n })),
  })
  await eth.mineEmpty(1, height)
  for (const _time of [1, 2]) await sweepPayments(shop.ctx)
  const told = await updates(payment)
  expect(told.map(({ status, payment: { payouts } }) => [status, payouts[0]?.reason])).toEqual([['forwarding', 'transaction_reverted']])
})

test('a resolution stays as it was at the confirmation, whatever arrives or leaves the chain later', async () => {
  const [short, whole] = [await ask(), await ask()]
  await btc.mine({ transfers: [output(short.address, 99_999n, { tx: 1 })] })
  await btc.mine({ transfers: [output(whole.address, 60_000n, { tx: 2 })] })
  await btc.mine({ transfers: [output(whole.address, 40_000n, { tx: 3 })] })
  expect(await shown(short)).toMatchObject({ status: 'confirmed', resolution: 'tolerance' })
  expect(await shown(whole)).toMatchObject({ status: 'confirmed', resolution: 'paid' })
  await btc.rollBack()
  await btc.mine({ transfers: [output(short.address, 50_000n, { tx: 4 })] })
  expect(await shown(short)).toMatchObject({ resolution: 'tolerance', amount_received: '0.00149999' })
  expect(await shown(whole)).toMatchObject({ resolution: 'paid', amount_received: '0.0006' })
  const changed = tables(shop.ctx.orm.em.fork()).updateTable('payment').set({ resolution: 'accepted' }).where('id', '=', short.id)
  await expect(changed.execute()).rejects.toThrow('how a payment became good is said once')
})

test('an accepted underpayment is shown as accepted and underpaid, not as late', async () => {
  const payment = await ask()
  await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 1 })] })
  await expire(payment)
  expect(await shown(payment)).toMatchObject({ status: 'expired', resolution: null, deposits: [{ status: 'held' }] })
  await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
  expect(await shown(payment)).toMatchObject({
    status: 'confirmed',
    resolution: 'accepted',
    exceptions: ['underpaid'],
    deposits: [{ status: 'confirmed', credited: true }],
  })
})
