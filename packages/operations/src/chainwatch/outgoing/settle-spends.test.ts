import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogFields } from '../../kernel/log.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, inputOf, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { HELD, PAYER, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
let alarms: unknown[]
beforeEach(async () => {
  alarms = []
  const log = { info: () => {}, warn: () => {}, error: ({ alarm }: LogFields) => void alarms.push(alarm) }
  shop = await openShop({ log }, 3)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(async () => {
  // Nobody has signed what these tests mine, so it is an alarm of its own.
  await db().deleteFrom('outgoing_transaction').execute()
  await closeShop(shop)
})

const UNITS = 100_000n
const db = () => tables(shop.ctx.orm.em.fork())

async function paid(): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, UNITS, { tx: 1 })] })
  return payment
}

/** Mines a transaction that the gateway has not signed, which spends a deposit to these outputs, and makes it final. */
async function spend(outputs: readonly (readonly [string, bigint])[], tx = 1): Promise<void> {
  const transfers = outputs.map(([to, units], vout) => output(to, units, { tx: 50, vout }))
  await btc.mine({ inputs: [{ ...inputOf({ txId: txOf(tx) }), txId: txOf(50) }], transfers })
  await btc.mineEmpty(5)
}
const { merchant, platform } = wallets

describe('a spend that the gateway has not signed', () => {
  test('settles the payout when it pays the committed recipients, with the amounts of its outputs', async () => {
    const payment = await paid()
    await spend([
      [merchant.BTC, 98_400n],
      [platform.BTC, 1_000n],
    ])
    expect(await legsOf(shop.ctx)).toEqual([`0 ${UNITS} final`])
    const amounts = { merchantUnits: 98_400n, feeUnits: 1_000n, networkFeeUnits: 600n }
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', forwardTxId: txOf(50), platformTxId: txOf(50), ...amounts })
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_000n, 'BTC platform:fee': 1_000n })
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })

  test('leaves the fee owed when the platform got nothing', async () => {
    const payment = await paid()
    await spend([[merchant.BTC, 99_500n]])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', platformTxId: null, merchantUnits: 98_500n })
    expect(await shop.book()).toEqual({ 'BTC merchant:receivable': -1_000n, 'BTC platform:fee': 1_000n })
  })

  test('settles a refund that pays the claimed address', async () => {
    const refunds = refundsOf(() => ({ shop, btc }))
    const payment = await refunds.claimed()
    await spend([[PAYER, HELD - 400n]], 99)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', refundedUnits: HELD })
    expect(await shop.book()).toEqual({})
  })

  test('holds the payout with an alarm when the platform got less than its fee', async () => {
    await paid()
    await spend([
      [merchant.BTC, 98_900n],
      [platform.BTC, 600n],
    ])
    expect(await legsOf(shop.ctx)).toEqual([`0 ${UNITS} held flush_fee_differs`])
    expect(alarms).toEqual(['flush_fee_differs'])
  })

  test('A transaction that pays another address settles nothing', async () => {
    const payment = await paid()
    await spend([[PAYER, 99_000n]])
    expect(await legsOf(shop.ctx)).toEqual([`0 ${UNITS} planned`])
    expect((await shop.read(payment.id)).state).toBe('confirmed')
  })

  test('waits until its deposit is in the ledger, which can take more confirmations than the spend', async () => {
    await btc.mineEmpty(2)
    await btc.rollBack(2)
    const payment = await shop.ask({ amount: 20_000, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })] })
    const fee = payment.dueUnits / 100n
    await spend([
      [merchant.BTC, payment.dueUnits - fee - 500n],
      [platform.BTC, fee],
    ])
    expect(await legsOf(shop.ctx)).toEqual([])
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mineEmpty(2)
    expect(await legsOf(shop.ctx)).toEqual([`0 ${payment.dueUnits} final`])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', networkFeeUnits: 500n })
  })

  test('ends the transaction of the gateway that it forestalled, and both start again when its block is orphaned', async () => {
    const payment = await paid()
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await spend([
      [merchant.BTC, 98_400n],
      [platform.BTC, 1_000n],
    ])
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ state: 'dead', proof: { usedBy: txOf(50) } }])
    expect(await legsOf(shop.ctx)).toEqual([`0 ${UNITS} final`])
    await btc.rollBack(6)
    expect(await legsOf(shop.ctx)).toEqual([`0 ${UNITS} planned`])
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    const [, again] = await attemptsOf(shop.ctx)
    await btc.mine({ attempts: again ? [again] : [] })
    await btc.mineEmpty(5)
    expect(await legsOf(shop.ctx)).toEqual([`0 ${UNITS} final`])
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_000n, 'BTC platform:fee': 1_000n })
  })
})
