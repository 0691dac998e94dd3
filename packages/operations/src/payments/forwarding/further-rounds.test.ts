import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { attemptsOf, flushed, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 3)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const rounds = () => db().selectFrom('spend_intent').select(['leg', 'units', 'state']).orderBy('leg').execute()

/** Signs the round that waits, sends it and mines it until it is final. */
async function forwardNext(btc: TestChain, payment: Payment) {
  await signForward(shop.signer, { paymentId: payment.id })
  await btc.send()
  const attempt = (await attemptsOf(shop.ctx)).findLast(({ state }) => state === 'broadcast')
  if (!attempt) throw new Error('nothing was sent')
  await btc.mine({ attempts: [attempt], receipts: [{ txId: attempt.handle, succeeded: true, feeUnits: attempt.feeUnits ?? 0n }] })
  await btc.mineEmpty(5)
  return attempt
}

describe('a deposit after a Bitcoin payment was confirmed', () => {
  let btc: TestChain
  let payment: Payment
  beforeEach(async () => {
    btc = await openChain(shop.ctx, 'BTC')
    payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
  })

  const forward = () => forwardNext(btc, payment)

  test('waits until the first round is final and leaves in a round of its own', async () => {
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 2 })] })
    expect(await rounds()).toEqual([{ leg: 0, units: 100_000n, state: 'planned' }])
    const first = await forward()
    expect(await rounds()).toEqual([
      { leg: 0, units: 100_000n, state: 'final' },
      { leg: 1, units: 40_000n, state: 'planned' },
    ])
    const second = await forward()
    const paid = await shop.read(payment.id)
    const networkFeeUnits = (first.feeUnits ?? 0n) + (second.feeUnits ?? 0n)
    expect(paid).toMatchObject({
      state: 'forwarded',
      receivedUnits: 140_000n,
      feeUnits: 1_400n,
      networkFeeUnits,
      merchantUnits: 138_600n - networkFeeUnits,
      forwardTxId: first.handle,
      exceptions: ['overpaid', 'multiple'],
    })
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_400n, 'BTC platform:fee': 1_400n })
    const told = Map.groupBy(await shop.events(payment.id), (type) => type === 'payment.updated')
    expect(told.get(false)).toHaveLength(7)
    // The deposit arrived, and its round was planned, was sent and is final.
    expect(told.get(true)).toHaveLength(4)
  })

  test('pays its own fee, and the payment shows the sum of both fees', async () => {
    const odd = await shop.ask({ amount: 25, blockchain: 'BTC' })
    expect(odd.dueUnits).toBe(41_667n)
    payment = odd
    await btc.mine({ transfers: [output(odd.address, 41_667n, { tx: 7 })] })
    await btc.mine({ transfers: [output(odd.address, 41_667n, { tx: 8 })] })
    expect(await shop.read(odd.id)).toMatchObject({ state: 'confirmed', feeUnits: 832n, merchantUnits: 82_502n })
    const fees = [await forward(), await forward()].map(({ feeUnits }) => feeUnits ?? 0n)
    const networkFeeUnits = fees.reduce((sum, fee) => sum + fee, 0n)
    expect(await shop.read(odd.id)).toMatchObject({
      state: 'forwarded',
      feeUnits: 832n,
      networkFeeUnits,
      merchantUnits: 83_334n - 832n - networkFeeUnits,
    })
    const legs = await db().selectFrom('spend_intent').select(['feeUnits', 'merchantUnits']).where('ref', '=', odd.id).execute()
    expect(legs.map(({ feeUnits }) => feeUnits)).toEqual([416n, 416n])
    expect(legs.reduce((sum, leg) => sum + leg.merchantUnits, 0n)).toBe(83_334n - 832n - networkFeeUnits)
  })

  test('pays its own fee also when it was in the mempool before the first round', async () => {
    const odd = await shop.ask({ amount: 25, blockchain: 'BTC' })
    const further = output(odd.address, 41_667n, { tx: 8 })
    await btc.showMempool([further])
    await btc.mine({ transfers: [output(odd.address, 41_667n, { tx: 7 })] })
    expect(await shop.read(odd.id)).toMatchObject({ state: 'confirmed', receivedUnits: 41_667n, feeUnits: 416n, merchantUnits: 41_251n })
    await btc.mine({ transfers: [further] })
    expect(await shop.read(odd.id)).toMatchObject({ state: 'confirmed', receivedUnits: 83_334n, feeUnits: 832n, merchantUnits: 82_502n })
  })

  test('leaves at once when no other round is open', async () => {
    await forward()
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 2 })] })
    await forward()
    expect(await rounds()).toMatchObject([{ state: 'final' }, { leg: 1, units: 40_000n, state: 'final' }])
  })

  test('waits below the cost of forwarding until further deposits make it worth a round', async () => {
    await forward()
    await btc.mine({ transfers: [output(payment.address, 700n, { tx: 2 })] })
    expect(await rounds()).toHaveLength(1)
    expect((await shop.book())['BTC payment:held']).toBe(700n)
    await btc.mine({ transfers: [output(payment.address, 5_000n, { tx: 3 })] })
    expect(await rounds()).toMatchObject([{ leg: 0 }, { leg: 1, units: 5_700n, state: 'planned' }])
    expect((await shop.book())['BTC payment:held']).toBeUndefined()
  })

  test('leaves once block space is cheaper, without further deposits', async () => {
    await forward()
    const price = (milliSatsPerVbyte: bigint) =>
      storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: { family: 'utxo', milliSatsPerVbyte }, at: shop.ctx.clock.now() })
    await price(499_000n)
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 2 })] })
    await sweepPayments(shop.ctx)
    expect(await rounds()).toHaveLength(1)
    await price(2_000n)
    await sweepPayments(shop.ctx)
    expect(await rounds()).toMatchObject([{ leg: 0 }, { leg: 1, units: 40_000n, state: 'planned' }])
  })
})

describe('a further Bitcoin round held below its cost', () => {
  let btc: TestChain
  let payment: Payment
  const setPrice = (milliSatsPerVbyte: bigint) =>
    storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: { family: 'utxo', milliSatsPerVbyte }, at: shop.ctx.clock.now() })
  const pays = (units: bigint, tx: number) => btc.mine({ transfers: [output(payment.address, units, { tx })] })
  const further = async () => (await rounds()).slice(1)

  beforeEach(async () => {
    btc = await openChain(shop.ctx, 'BTC')
    payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await pays(100_000n, 1)
    await forwardNext(btc, payment)
    await pays(3_000n, 2)
    await setPrice(20_000n)
    await signForward(shop.signer, { paymentId: payment.id })
  })

  test('takes in a later deposit, is requested at once and leaves with it', async () => {
    await pays(2_000_000n, 3)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 2_003_000n, state: 'held' }])
    const { inputs, feeUnits } = await forwardNext(btc, payment)
    expect(inputs).toHaveLength(2)
    expect(await rounds()).toMatchObject([{ state: 'final' }, { units: 2_003_000n, state: 'final' }])
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: 2_103_000n, feeUnits: 21_030n })
    expect(feeUnits).toBeGreaterThan(0n)
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -21_030n, 'BTC platform:fee': 21_030n })
  })

  test('pays one fee for both deposits', async () => {
    await pays(2_000_050n, 3)
    await btc.mineEmpty(3)
    expect((await shop.read(payment.id)).feeUnits).toBe(1_000n + 20_030n)
    await pays(60n, 4)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 2_003_050n }])
  })

  test('waits with a later deposit while both are below the cost, and takes it in once they are not', async () => {
    await setPrice(100_000n)
    await pays(30_000n, 3)
    expect(await further()).toMatchObject([{ units: 3_000n }])
    await setPrice(12_000n)
    await sweepPayments(shop.ctx)
    expect(await further()).toMatchObject([{ units: 3_000n }])
    await btc.mineEmpty(1)
    expect(await further()).toMatchObject([{ units: 33_000n }])
    await forwardNext(btc, payment)
    expect((await shop.book())['BTC payment:held']).toBeUndefined()
  })

  test('leaves its own deposit to a later round when both together are too expensive', async () => {
    await pays(100_000n, 3)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 100_000n }])
    expect((await shop.book())['BTC payment:held']).toBe(3_000n)
    await setPrice(2_000n)
    await forwardNext(btc, payment)
    expect(await rounds()).toMatchObject([{}, { state: 'final' }, { leg: 2, units: 3_000n, state: 'planned' }])
    await forwardNext(btc, payment)
    expect((await shop.book())['BTC payment:held']).toBeUndefined()
  })

  test('regains a deposit that a reorg had removed', async () => {
    await pays(2_000_000n, 3)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 2_003_000n }])
    await btc.rollBack(4)
    await pays(2_000_000n, 3)
    await btc.mineEmpty(9)
    expect(await further()).toMatchObject([{ units: 2_003_000n }])
    await forwardNext(btc, payment)
    expect((await shop.book())['BTC payment:held']).toBeUndefined()
  })

  test('takes nothing in while one of its own deposits is in no block', async () => {
    await btc.rollBack(1)
    await pays(2_000_000n, 3)
    await btc.mineEmpty(6)
    expect(await further()).toMatchObject([{ units: 3_000n }])
    await pays(3_000n, 2)
    await btc.mineEmpty(9)
    expect(await further()).toMatchObject([{ units: 2_003_000n }])
  })

  test('takes in nothing while the payment’s money needs a decision', async () => {
    const setState = (state: 'failed' | 'forwarded') => db().updateTable('payment').set({ state }).where('id', '=', payment.id).execute()
    await setState('failed')
    await pays(2_000_000n, 3)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 3_000n, state: 'held' }])
    await setState('forwarded')
    await btc.mineEmpty(1)
    expect(await further()).toMatchObject([{ units: 2_003_000n, state: 'held' }])
  })

  test('stays unchanged once it was signed', async () => {
    await setPrice(2_000n)
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await further()).toMatchObject([{ state: 'signed' }])
    await sql`UPDATE spend_intent SET state = 'held', hold_reason = 'below_cost_of_forwarding' WHERE leg = 1`.execute(db())
    await pays(2_000_000n, 3)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 3_000n, state: 'held' }])
    await sql`UPDATE spend_intent SET state = 'signed', hold_reason = NULL WHERE leg = 1`.execute(db())
  })

  test('ends either enlarged or signed when a block and signers run concurrently', async () => {
    await setPrice(300_000n)
    await pays(40_000n, 3)
    await btc.mineEmpty(3)
    expect(await further()).toMatchObject([{ units: 3_000n }])
    await setPrice(2_000n)
    const signs = [1, 2].map(() => signForward(shop.signer, { paymentId: payment.id }))
    await Promise.all([...signs, btc.mineEmpty(1), sweepPayments(shop.ctx)])
    await signForward(shop.signer, { paymentId: payment.id })
    const [, attempt, ...more] = await attemptsOf(shop.ctx)
    expect(more).toEqual([])
    const [, round] = await rounds()
    expect(round?.state).toBe('signed')
    expect(attempt?.inputs).toHaveLength(round?.units === 3_000n ? 1 : 2)
  })
})

describe('a Bitcoin address with much dust', () => {
  let btc: TestChain
  let payment: Payment
  beforeEach(async () => {
    btc = await openChain(shop.ctx, 'BTC')
    payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  })

  const setPrice = (milliSatsPerVbyte: bigint) =>
    storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: { family: 'utxo', milliSatsPerVbyte }, at: shop.ctx.clock.now() })

  /** Mines the payment's own output and `count` further ones in one block. */
  const mineWith = (count: number, units: bigint) =>
    btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 }), ...outputs(count, units)] })
  const outputs = (count: number, units: bigint) =>
    Array.from({ length: count }, (_, at) => output(payment.address, units, { tx: 2, vout: at }))

  test('pays out the largest deposits that fit into a transaction, and the rest in the next round', async () => {
    await setPrice(100n)
    await mineWith(250, 500n)
    await btc.mineEmpty(1)
    expect(await rounds()).toEqual([{ leg: 0, units: 100_000n + 149n * 500n, state: 'planned' }])
    const first = (await forwardNext(btc, payment)).feeUnits ?? 0n
    expect(await rounds()).toMatchObject([{ state: 'final' }, { leg: 1, units: 50_500n, state: 'planned' }])
    const total = first + ((await forwardNext(btc, payment)).feeUnits ?? 0n)
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: 225_000n, feeUnits: 2_250n, merchantUnits: 222_750n - total })
    expect((await shop.book())['BTC payment:held']).toBeUndefined()
  })

  test('pays out its own deposit and later ones within the fee cap', async () => {
    await mineWith(1_600, 500n)
    await btc.mineEmpty(1)
    expect(await rounds()).toEqual([{ leg: 0, units: 100_000n, state: 'planned' }])
    await forwardNext(btc, payment)
    expect(await rounds()).toHaveLength(1)
    await btc.mine({ transfers: [output(payment.address, 60_000n, { tx: 3 })] })
    await btc.mineEmpty(1)
    expect(await rounds()).toMatchObject([{ state: 'final' }, { leg: 1, units: 60_000n, state: 'planned' }])
    await forwardNext(btc, payment)
    expect(await rounds()).toMatchObject([{ state: 'final' }, { state: 'final' }])
    expect((await shop.book())['BTC payment:held']).toBe(800_000n)
  })

  test('pays out several deposits of one size together at any price', async () => {
    await setPrice(20_000n)
    await btc.mine({ transfers: [1, 2, 3].map((tx) => output(payment.address, 35_000n, { tx })) })
    expect(await rounds()).toEqual([{ leg: 0, units: 105_000n, state: 'planned' }])
  })

  test('skips deposits that cost more to spend than they are worth', async () => {
    await setPrice(10_000n)
    await mineWith(30, 680n)
    expect(await rounds()).toEqual([{ leg: 0, units: 100_000n, state: 'planned' }])
    expect((await shop.book())['BTC payment:held']).toBe(30n * 680n)
  })

  test('includes small deposits that are worth more than they cost', async () => {
    await setPrice(1_000n)
    await mineWith(30, 680n)
    expect(await rounds()).toEqual([{ leg: 0, units: 120_400n, state: 'planned' }])
  })
})

describe('a payment that became too small to forward while its payer paid', () => {
  test('leaves in one round once a transaction is cheaper', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 5, blockchain: 'BTC' })
    const costs = (milliSatsPerVbyte: bigint) =>
      storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: { family: 'utxo', milliSatsPerVbyte }, at: shop.ctx.clock.now() })
    await costs(50_000n)
    await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })] })
    expect((await shop.read(payment.id)).state).toBe('confirmed')
    expect(await rounds()).toEqual([])
    expect((await shop.book())['BTC payment:held']).toBe(payment.dueUnits)
    await costs(2_000n)
    shop.ctx.clock.advance(31_000)
    await sweepPayments(shop.ctx)
    expect(await rounds()).toEqual([{ leg: 0, units: payment.dueUnits, state: 'planned' }])
    await sweepPayments(shop.ctx)
    expect(await rounds()).toHaveLength(1)
  })
})

describe('a deposit after a USDC payment was forwarded', () => {
  let eth: TestChain
  let payment: Payment
  beforeEach(async () => {
    eth = await openChain(shop.ctx, 'ETH')
    await eth.fundTreasury(shop.gasPayer)
    payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 5 })] })
    await eth.mineEmpty(11)
    await forward(50_000_000n)
  })

  const forward = async (units: bigint) => {
    await signForward(shop.signer, { paymentId: payment.id })
    await eth.send()
    const attempt = (await attemptsOf(shop.ctx)).findLast(({ state }) => state === 'broadcast')
    const txId = attempt?.handle ?? ''
    const log = flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: units - units / 100n, feeUnits: units / 100n }, txId)
    const receipts = [{ txId, succeeded: true, feeUnits: 7n }]
    const { height } = await eth.mine({ attempts: attempt ? [attempt] : [], flushes: [log], receipts })
    await eth.mineEmpty(1, height)
  }

  test('leaves by a flush of its own', async () => {
    await eth.mine({ transfers: [tokens(payment.address, 20_000_000n, { tx: 6 })] })
    await eth.mineEmpty(11)
    expect(await rounds()).toMatchObject([{ state: 'final' }, { leg: 1, units: 20_000_000n, state: 'planned' }])
    await forward(20_000_000n)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: 70_000_000n, merchantUnits: 69_300_000n })
    expect(await shop.book()).toMatchObject({ 'USDC_ETH chain:treasury': -700_000n, 'USDC_ETH platform:fee': 700_000n })
  })

  test('waits below the cost of gas, so dust costs the platform nothing', async () => {
    // Three times 160 000 gas at 3 gwei, of ether at 2 500 dollars.
    const least = 3_600_000n
    await eth.mine({ transfers: [tokens(payment.address, least - 1n, { tx: 6 })] })
    await eth.mineEmpty(11)
    expect(await rounds()).toHaveLength(1)
    await eth.mine({ transfers: [tokens(payment.address, 1n, { tx: 7 })] })
    await eth.mineEmpty(11)
    expect(await rounds()).toMatchObject([{}, { leg: 1, units: least }])
  })
})
