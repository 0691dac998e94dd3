import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, inputOf, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { HELD, PAYER, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 3)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const UNITS = 100_000n
const THIEF = 'bcrt1q0000000000000000000000000000000000'
const db = () => tables(shop.ctx.orm.em.fork())
const spends = () =>
  db().selectFrom('flush').select(['txId', 'subjectId', 'merchantUnits', 'feeUnits', 'networkFeeUnits']).orderBy('txId').execute()
const ask = () => shop.ask({ amount: 60, blockchain: 'BTC' })

async function paid(tx: number): Promise<Payment> {
  const payment = await ask()
  await btc.mine({ transfers: [output(payment.address, UNITS, { tx })] })
  return payment
}

/** Mines a transaction of a third party that spends outputs of these transactions and makes these. */
const spend = (spent: readonly number[], outputs: readonly (readonly [string, bigint])[]) =>
  btc.mine({
    inputs: spent.map((tx) => ({ ...inputOf({ txId: txOf(tx) }), txId: txOf(50) })),
    transfers: outputs.map(([to, units], vout) => output(to, units, { tx: 50, vout })),
  })
const { merchant, platform } = wallets

describe('a transaction that spends deposits', () => {
  test('A forward of the gateway is recorded with the amounts of its outputs', async () => {
    const payment = await paid(1)
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    const [attempt] = await attemptsOf(shop.ctx)
    await btc.mine({ attempts: attempt ? [attempt] : [] })
    const networkFeeUnits = attempt?.feeUnits ?? 0n
    const amounts = { merchantUnits: 99_000n - networkFeeUnits, feeUnits: 1_000n, networkFeeUnits }
    expect(await spends()).toEqual([{ txId: attempt?.handle, subjectId: payment.id, ...amounts }])
    await btc.rollBack()
    expect(await spends()).toEqual([])
  })

  test('A refund is recorded by the terms of its claim', async () => {
    const refunds = refundsOf(() => ({ shop, btc }))
    const payment = await refunds.claimed()
    await spend([99], [[PAYER, HELD - 300n]])
    const terms = db().selectFrom('payout_terms').innerJoin('flush', 'flush.payoutTermsId', 'payout_terms.id')
    expect(await terms.select(['payout_terms.subject', 'flush.subjectId', 'flush.networkFeeUnits']).execute()).toEqual([
      { subject: 'refund', subjectId: payment.id, networkFeeUnits: 300n },
    ])
    await db().deleteFrom('outgoing_transaction').execute()
  })

  test.each([
    [
      'pays an address that the terms do not name',
      [1],
      [
        [merchant.BTC, 50_000n],
        [THIEF, 49_000n],
      ],
    ],
    ['pays nobody', [1], []],
    ['spends deposits of two payments', [1, 2], [[merchant.BTC, 190_000n]]],
    ['spends an output besides the deposit', [1, 7], [[merchant.BTC, 190_000n]]],
  ] as const)('A transaction is not recorded when it %s', async (_, spent, outputs) => {
    for (const tx of [1, 2]) await paid(tx)
    await spend(spent, outputs)
    expect(await spends()).toEqual([])
    await db().deleteFrom('outgoing_transaction').execute()
  })

  test('A transaction is not recorded when an output holds a token, whose units are no satoshis', async () => {
    await paid(1)
    const [coins, tokens] = [90_000n, 5_000n].map((units, vout) => output(merchant.BTC, units, { tx: 50, vout }))
    if (!coins || !tokens) throw new Error('two outputs were made')
    const inputs = [{ ...inputOf({ txId: txOf(1) }), txId: txOf(50) }]
    await btc.mine({ inputs, transfers: [coins, { ...tokens, asset: null, token: 'cd'.repeat(32) }] })
    expect(await spends()).toEqual([])
    await db().deleteFrom('outgoing_transaction').execute()
  })

  test('A spend of two deposits to both recipients is one record', async () => {
    const payment = await ask()
    await btc.mine({ transfers: [1, 2].map((tx) => output(payment.address, UNITS, { tx })) })
    await spend(
      [1, 2],
      [
        [merchant.BTC, 197_000n],
        [platform.BTC, 2_000n],
      ],
    )
    expect(await spends()).toMatchObject([{ txId: txOf(50), merchantUnits: 197_000n, feeUnits: 2_000n, networkFeeUnits: 1_000n }])
    await db().deleteFrom('outgoing_transaction').execute()
  })
})
