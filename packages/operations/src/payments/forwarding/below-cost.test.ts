import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { gauges } from '../../observability/metrics/register-metrics.ts'
import { attemptsOf, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { listHeld } from '../held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'

const DAY_MS = 24 * 60 * 60_000
const CHEAP: FeeEstimate = { family: 'utxo', milliSatsPerVbyte: 2_000n }
const DEAR: FeeEstimate = { family: 'utxo', milliSatsPerVbyte: 499_000n }

const alarms: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void alarms.push(fields) }

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  alarms.length = 0
  shop = await openShop({ log }, 2)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const price = (fees: FeeEstimate) => storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })
const held = async () => (await listHeld(shop.ctx)).map(({ state, reason, alarm }) => ({ state, reason, alarm }))
/** The waiting time of the oldest payment of each chain, as the metric reports it. */
async function waiting(): Promise<unknown> {
  const found = gauges.find(({ name }) => name === 'forward_below_cost_age_seconds')
  return (await found?.query(shop.ctx.clock.now()).execute(db()))?.rows
}

/** A paid payment of twelve dollars whose forward would cost more than that. */
async function paidWhileDear(): Promise<Payment> {
  await price(CHEAP)
  const payment = await shop.ask({ amount: 12, blockchain: 'BTC' })
  await price(DEAR)
  await pays(payment, payment.dueUnits, 1)
  expect(await db().selectFrom('spend_intent').select('id').execute()).toEqual([])
  return payment
}

describe('a payment below the cost of forwarding', () => {
  test('stays `confirmed` for a day without an alarm', async () => {
    await paidWhileDear()
    shop.ctx.clock.advance(DAY_MS - 1_000)
    await sweepPayments(shop.ctx)
    expect(await held()).toEqual([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: false }])
    expect(await waiting()).toEqual([{ chain: 'BTC', value: 86_399 }])
    expect(alarms).toEqual([])
  })

  test('raises an alarm after a day in the held list and the metric, without a log line per sweep', async () => {
    await paidWhileDear()
    shop.ctx.clock.advance(DAY_MS)
    await sweepPayments(shop.ctx)
    expect(await held()).toEqual([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: true }])
    expect(await waiting()).toEqual([{ chain: 'BTC', value: 86_400 }])
    expect(alarms).toEqual([])
  })

  test('leaves the held list and the metric once it is cheap enough and forwarded', async () => {
    const payment = await paidWhileDear()
    shop.ctx.clock.advance(DAY_MS)
    await price(CHEAP)
    await sweepPayments(shop.ctx)
    expect(await held()).toEqual([{ state: 'confirmed', reason: 'waits_for_the_signer', alarm: false }])
    expect(await waiting()).toEqual([])
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await held()).toEqual([])
  })

  test('raises the alarm also when the price of block space rises after its forward was planned', async () => {
    await price(CHEAP)
    const payment = await shop.ask({ amount: 12, blockchain: 'BTC' })
    await pays(payment, payment.dueUnits, 1)
    await price(DEAR)
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('below_cost_of_forwarding')
    shop.ctx.clock.advance(DAY_MS)
    expect(await held()).toEqual([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: true }])
    expect(await waiting()).toEqual([{ chain: 'BTC', value: 86_400 }])
  })

  test('counts the waiting time from the acceptance, not from the deposit', async () => {
    await price(CHEAP)
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await pays(payment, 15_000n, 1)
    shop.ctx.clock.advance(2 * DAY_MS)
    await db().updateTable('chain_cursor').set({ knownUntil: shop.ctx.clock.now() }).execute()
    await expirePayment(shop.ctx, { paymentId: payment.id })
    await price(DEAR)
    await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
    expect(await held()).toEqual([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: false }])
    expect(await waiting()).toEqual([{ chain: 'BTC', value: 0 }])
  })
})

test('a first Bitcoin round below its cost is enlarged by a later deposit and leaves', async () => {
  await price(CHEAP)
  const payment = await shop.ask({ amount: 12, blockchain: 'BTC' })
  await pays(payment, payment.dueUnits, 1)
  await price({ family: 'utxo', milliSatsPerVbyte: 100_000n })
  await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('below_cost_of_forwarding')
  await pays(payment, 2_000_000n, 2)
  await btc.mineEmpty(3)
  expect(await held()).toEqual([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: false }])
  await signForward(shop.signer, { paymentId: payment.id })
  expect(await held()).toEqual([])
  const [attempt] = await attemptsOf(shop.ctx)
  expect(attempt?.inputs).toHaveLength(2)
  expect(await shop.read(payment.id)).toMatchObject({
    state: 'forwarding',
    receivedUnits: payment.dueUnits + 2_000_000n,
    feeUnits: 20_200n,
  })
})

test('a payment not worth its gas raises an alarm after a day too', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const payment = await shop.ask({ amount: 60, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [tokens(payment.address, 1_000n, { tx: 1 })], at: shop.ctx.clock.now() })
  await eth.mineEmpty(11)
  shop.ctx.clock.advance(15 * 60_000)
  await db().updateTable('chain_cursor').set({ knownUntil: shop.ctx.clock.now() }).execute()
  await expirePayment(shop.ctx, { paymentId: payment.id })
  await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
  shop.ctx.clock.advance(DAY_MS)
  expect(await held()).toEqual([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: true }])
  expect(await waiting()).toEqual([{ chain: 'ETH', value: 86_400 }])
})

test('dust beside a payment never raises an alarm', async () => {
  await price(CHEAP)
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 }), output(payment.address, 100n, { tx: 2 })] })
  shop.ctx.clock.advance(DAY_MS)
  expect(await held()).toEqual([
    { state: 'confirmed', reason: 'waits_for_earlier_round', alarm: false },
    { state: 'confirmed', reason: 'waits_for_the_signer', alarm: false },
  ])
  expect(await waiting()).toEqual([])
})
