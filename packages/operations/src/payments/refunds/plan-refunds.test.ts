import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gauges } from '../../observability/metrics/register-metrics.ts'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { HOLD_HOURS, PAYER, refundsOf } from '../../testing/test-refunds.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { forwardHeld } from '../held/forward-held.ts'
import { listHeld } from '../held/list-held.ts'
import { planRefunds } from './plan-refunds.ts'
import { cancelRefund } from './cancel-refund.ts'
import { signDue } from '../../testing/sign-forward.ts'

const by = 'operator:anna'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { name, claimed, pass, sendBack } = refundsOf(() => ({ shop, btc }))

const lift = (scope: Parameters<typeof liftPause>[1]) => liftPause(shop.signer, scope)

/** The metric of the alert ReturnNamed. */
async function named(): Promise<unknown> {
  const figure = gauges.find(({ name }) => name === 'returns_named')
  return (await figure?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

test('a claimed refund counts in the metric until it is paid or withdrawn', async () => {
  expect(await named()).toEqual([{ value: 0 }])
  const payment = await claimed()
  expect(await named()).toEqual([{ value: 1 }])
  await cancelRefund(shop.ctx, { paymentId: payment.id, by })
  expect(await named()).toEqual([{ value: 0 }])
  await name(payment)
  expect(await named()).toEqual([{ value: 1 }])
  await pass()
  await planRefunds(shop.ctx)
  expect(await named()).toEqual([{ value: 0 }])
})

describe('while payouts are paused', () => {
  test.each(['global', 'chain:BTC', 'asset:BTC', 'merchant', 'payment'] as const)(
    'a pause (%s) keeps refunds unplanned, so a claimed refund can still be withdrawn',
    async (where) => {
      const payment = await claimed()
      const named = { merchant: `merchant:${shop.actor.merchantId}`, payment: `payment:${payment.id}` } as const
      const scope = where === 'merchant' || where === 'payment' ? named[where] : where
      await pausePayouts(shop.ctx, { scope, reason: 'who is that payer?', by })
      await pass()
      expect(await planRefunds(shop.ctx)).toBe(0)
      expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, reason: `return_waits: paused:${scope}, to ${PAYER}` }])
      await cancelRefund(shop.ctx, { paymentId: payment.id, by })
      await lift(scope)
      await sendBack()
      expect(await attemptsOf(shop.ctx)).toEqual([])
    },
  )

  test('a refund that is planned waits for the pause of its payment', async () => {
    const payment = await claimed()
    await pass()
    await planRefunds(shop.ctx)
    await pausePayouts(shop.ctx, { scope: `payment:${payment.id}`, reason: 'who is that payer?', by })
    await signDue(shop.signer)
    expect(await tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select('holdReason').execute()).toEqual([
      { holdReason: `paused:payment:${payment.id}` },
    ])
  })

  test('a claimed refund waits and is paid once the pause is lifted', async () => {
    await claimed()
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'a look', by })
    await pass()
    await planRefunds(shop.ctx)
    await lift('global')
    await sendBack()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await tables(shop.ctx.orm.em.fork()).selectFrom('refund').selectAll().execute()).toMatchObject([
      { state: 'returned', holdReason: null },
    ])
  })
})

describe('a reorg that removes the deposit', () => {
  const deposit = (payment: Payment) => output(payment.address, 40_000n, { tx: 99 })
  const legs = () => tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select(['state', 'holdReason']).execute()
  const refunds = async ({ id }: Payment) => (await shop.events(id)).filter((type) => type === 'payment.refunded').length

  test('keeps a planned refund unsigned until the deposit reappears', async () => {
    const payment = await claimed()
    await pass()
    expect(await planRefunds(shop.ctx)).toBe(1)
    await btc.rollBack(1)
    expect(await signDue(shop.signer)).toBe(0)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await btc.mine({ transfers: [deposit(payment)] })
    shop.ctx.clock.advance(30_000)
    await sendBack()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual([{ state: 'final', holdReason: null }])
    expect([await refunds(payment), await shop.book()]).toEqual([1, {}])
  })

  test('a final refund and its deposit settle again after a reorg, without a second event', async () => {
    const payment = await claimed()
    await pass()
    await sendBack()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    await btc.rollBack(7)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', refundedUnits: 40_000n })
    await btc.mine({ transfers: [deposit(payment)], attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    expect([await refunds(payment), await shop.book()]).toEqual([1, {}])
  })

  test('removes a claimed refund’s deposit for good: the refund ends, and later deposits need a new decision', async () => {
    const payment = await claimed()
    await btc.rollBack(1)
    await btc.showMempool()
    await pass(HOLD_HOURS + 72)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect(await planRefunds(shop.ctx)).toBe(0)
    await btc.mine({ transfers: [output(payment.address, 20_000n, { tx: 98 })], at: shop.ctx.clock.now() })
    await btc.mineEmpty(5)
    await sendBack()
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await tables(shop.ctx.orm.em.fork()).selectFrom('refund').selectAll().execute()).toMatchObject([
      { state: 'withdrawn', endReason: 'nothing_is_held' },
    ])
    await name(payment)
  })

  test('removes a planned refund’s deposit for good, and later deposits need a new decision', async () => {
    const payment = await claimed()
    await pass()
    await planRefunds(shop.ctx)
    await btc.rollBack(1)
    await btc.mine({
      transfers: [output(payment.address, 100_000n, { tx: 98 })],
      inputs: [{ resource: 'spent', sequence: 0, txId: 'elsewhere' }],
    })
    await signDue(shop.signer)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired' })
    expect(await forwardHeld(shop.ctx, { paymentId: payment.id, by })).toEqual(['BTC'])
  })
})
