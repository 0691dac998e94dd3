import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPaymentTimeline } from '../../payments/reading/payment-timeline.ts'
import type { LogFields } from '../../kernel/log.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../../payments/sweeps/sweep-payments.ts'
import { attemptsOf, coins, flushed, flushedUsdc, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
let alarms: LogFields[]
beforeEach(async () => {
  alarms = []
  const log = { info: () => {}, warn: () => {}, error: (fields: LogFields) => void alarms.push(fields) }
  shop = await openShop({ log }, 3)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const sign = (id: string) => signForward(shop.signer, { paymentId: id })
/** The ledger part of `show`: each transfer once; those of the same moment by name. */
const toldLedger = async (paymentId: string) => {
  const rows = (await readPaymentTimeline(shop.ctx, { paymentId }))['ledger'] ?? []
  return [...new Set(rows.map(({ kind, of }) => (typeof of === 'string' ? `${String(kind)} of ${of}` : String(kind))))]
}
const held = async () => Object.keys(await shop.book())

describe('the reorg alarm', () => {
  test('the reorg alarm names only the confirmed payments that lose a deposit with the block', async () => {
    const paid = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const half = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(paid.address, 100_000n, { tx: 1 }), output(half.address, 50_000n, { tx: 2 })] })
    const { height } = await btc.mine()
    await btc.rollBack()
    expect(alarms).toEqual([])
    await btc.rollBack()
    expect(alarms).toEqual([{ alarm: 'payment_reorged', chain: 'BTC', height: height - 1, deposits: 2, paymentIds: [paid.id] }])
  })
})

describe('a Bitcoin reorg', () => {
  test('a reorg before the credit makes the deposit unconfirmed again, and the next block credits it once', async () => {
    const payment = await shop.ask({ amount: 600, blockchain: 'BTC' })
    const deposit = output(payment.address, 1_000_000n, { tx: 1 })
    await btc.mine({ transfers: [deposit] })
    expect(await held()).toEqual([])
    await btc.rollBack()
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', includedHeight: null, exceptions: ['reorged'] })
    await btc.mine({ transfers: [deposit] })
    await btc.mineEmpty(1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['reorged'] })
    expect((await shop.book())['BTC chain:deposit']).toBe(-1_000_000n)
    expect(await shop.events(payment.id)).toEqual([
      'payment.created',
      'payment.pending',
      'payment.confirming',
      'payment.updated',
      'payment.confirming',
      'payment.completed',
      'payment.confirmed',
    ])
  })

  test('a reorg after the plan reverses all postings, and the returning deposit restores them', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    await btc.mine({ transfers: [deposit] })
    const before = await shop.book()
    await btc.rollBack()
    expect(await shop.book()).toEqual({})
    expect(await toldLedger(payment.id)).toEqual(['deposit', 'plan', 'reversal of plan', 'reversal of deposit'])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['reorged'] })
    await btc.mine({ transfers: [deposit] })
    expect(await shop.book()).toEqual(before)
    await sign(payment.id)
    expect(await btc.send()).toHaveLength(1)
  })

  test('a reorg after signing keeps the stored bytes and books the broadcast only once the deposit is back', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    await btc.mine({ transfers: [deposit] })
    await sign(payment.id)
    const [before] = await attemptsOf(shop.ctx)
    await btc.rollBack()
    await btc.send()
    expect(await shop.book()).toEqual({})
    await btc.mine({ transfers: [deposit] })
    await btc.send()
    expect((await attemptsOf(shop.ctx)).map(({ handle, raw }) => ({ handle, raw }))).toEqual([{ handle: before?.handle, raw: before?.raw }])
    expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -100_000n })
  })

  test('a reorg after the broadcast sends the same bytes again and ends with one forward', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    await btc.mine({ transfers: [deposit] })
    await sign(payment.id)
    const [raw] = await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.rollBack(2)
    expect(await shop.book()).toEqual({})
    expect(await btc.send()).toEqual([raw])
    await btc.mine({ transfers: [deposit] })
    expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -100_000n })
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', exceptions: ['reorged'] })
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })

  test('a reorg of a final forward reverses its settlement, keeps the status, and settles it once more', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await sign(payment.id)
    const [raw] = await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    const settled = await shop.book()
    expect(settled['BTC chain:treasury']).toBe(-1_000n)
    await btc.rollBack(6)
    expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -100_000n })
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    expect(await btc.send()).toEqual([raw])
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await shop.book()).toEqual(settled)
  })

  test('a reorg of a final forward and its deposit ends with one settlement', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    await btc.mine({ transfers: [deposit] })
    await sign(payment.id)
    await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    const settled = await shop.book()
    await btc.rollBack(7)
    expect(await shop.book()).toEqual({})
    await btc.mine({ transfers: [deposit] })
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await shop.book()).toEqual(settled)
  })

  test('a reorg back to the first block credits the deposit again', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    for (let round = 0; round < 3; round++) {
      await btc.mine({ transfers: [deposit], hash: 'the-block' })
      expect((await shop.book())['BTC chain:deposit']).toBe(-100_000n)
      if (round < 2) await btc.rollBack()
    }
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n })
  })

  test('a reorg of one of two deposits keeps the other credited and holds the payout until it is back', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const [first, second] = [output(payment.address, 50_000n, { tx: 1 }), output(payment.address, 50_000n, { tx: 2 })]
    await btc.mine({ transfers: [first] })
    await btc.mine({ transfers: [second] })
    expect((await shop.read(payment.id)).state).toBe('confirmed')
    await btc.rollBack()
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -50_000n, 'BTC payment:held': 50_000n })
    await expect(sign(payment.id)).rejects.toThrow('deposits_do_not_match')
    await btc.mine({ transfers: [second] })
    await sign(payment.id)
    expect(await btc.send()).toHaveLength(1)
  })
})

describe('two deposits of one payment that a reorg moves into two blocks', () => {
  test('the payout is planned again once both deposits are back', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const [first, second] = [output(payment.address, 50_000n, { tx: 1 }), output(payment.address, 50_000n, { tx: 2 })]
    await btc.mine({ transfers: [first, second] })
    const before = await shop.book()
    await btc.rollBack()
    await btc.mine({ transfers: [first] })
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -50_000n, 'BTC payment:held': 50_000n })
    await btc.mine({ transfers: [second] })
    expect(await shop.book()).toEqual(before)
  })
})

describe('an Ethereum reorg', () => {
  let eth: TestChain
  beforeEach(async () => {
    eth = await openChain(shop.ctx, 'ETH')
    await eth.fundTreasury(shop.gasPayer)
  })

  test('a reorg returns a detected payment to pending and treats another log at the same index as another deposit', async () => {
    const [first, second] = [await shop.ask({ amount: 50, blockchain: 'USDC_ETH' }), await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })]
    await eth.mine({ transfers: [tokens(first.address, 50_000_000n, { tx: 5, log: 3 })] })
    expect((await shop.read(first.id)).state).toBe('detected')
    await eth.rollBack()
    expect(await shop.read(first.id)).toMatchObject({ state: 'pending', receivedUnits: 0n, exceptions: ['reorged'] })
    await eth.mine({ transfers: [tokens(second.address, 51_000_000n, { tx: 5, log: 3 })] })
    expect((await shop.read(first.id)).receivedUnits).toBe(0n)
    expect(await shop.read(second.id)).toMatchObject({ state: 'detected', receivedUnits: 51_000_000n })
  })

  test('an orphaned flush is sent again with the same bytes and nonce', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 6 })] })
    await eth.mineEmpty(11)
    await sign(payment.id)
    const [raw] = await eth.send()
    const [attempt] = await attemptsOf(shop.ctx)
    const fee = payment.dueUnits / 100n
    const log = flushed(payment.address, { asset: 'ETH', merchantUnits: payment.dueUnits - fee, feeUnits: fee }, attempt?.handle ?? '')
    await eth.mine({ attempts: await attemptsOf(shop.ctx), flushes: [log] })
    await eth.rollBack()
    expect(await eth.send()).toEqual([raw])
    const block = await eth.mine({ attempts: await attemptsOf(shop.ctx), flushes: [log] })
    await eth.mineEmpty(1, block.height)
    expect((await shop.read(payment.id)).state).toBe('forwarded')
  })

  test('an orphaned final third-party flush makes the gateway sign its own, which settles once', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const log = (tx: string) => flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: 49_500_000n, feeUnits: 500_000n }, tx)
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 5 })] })
    await eth.mineEmpty(11)
    const thirdParty = await eth.mine({ flushes: [log('0xstranger')] })
    await eth.mineEmpty(1, thirdParty.height)
    const settled = await shop.book()
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    shop.ctx.clock.advance(1_000)
    await eth.rollBack(2)
    expect(await shop.book()).toMatchObject({ 'USDC_ETH chain:deposit': -50_000_000n, 'USDC_ETH merchant:payable': 49_500_000n })
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    shop.ctx.clock.advance(30_000)
    expect(await sweepPayments(shop.ctx)).toBe(0)
    await sign(payment.id)
    expect(await eth.send()).toHaveLength(1)
    const attempts = await attemptsOf(shop.ctx)
    const own = await eth.mine({ attempts, flushes: [log(attempts[0]?.handle ?? '')] })
    await eth.mineEmpty(1, own.height)
    expect(await shop.book()).toEqual(settled)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', merchantUnits: 49_500_000n })
  })

  test('a reappearing third-party flush settles the payout before ours, and ours pays nothing more', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const log = flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: 49_500_000n, feeUnits: 500_000n }, '0xstranger')
    const deposit = tokens(payment.address, 50_000_000n, { tx: 5 })
    await eth.mine({ transfers: [deposit] })
    await eth.mineEmpty(11)
    const thirdParty = await eth.mine({ flushes: [log] })
    await eth.mineEmpty(1, thirdParty.height)
    const settled = await shop.book()
    await eth.rollBack(14)
    expect(await shop.book()).not.toHaveProperty(['USDC_ETH chain:deposit'])
    await expect(sign(payment.id)).resolves.toMatchObject({ state: 'forwarded' })
    expect(await eth.send()).toEqual([])
    await eth.mine({ transfers: [deposit] })
    await eth.mineEmpty(11)
    await sign(payment.id)
    expect(await eth.send()).toHaveLength(1)
    const again = await eth.mine({ flushes: [log] })
    const empty = await eth.mine({ attempts: await attemptsOf(shop.ctx) })
    await eth.mineEmpty(1, empty.height)
    expect(again.height).toBeLessThan(empty.height)
    expect(await shop.book()).toEqual(settled)
  })

  test('an orphaned flush of ours that also paid a later deposit unsettles only that leg and settles it again', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 5 })] })
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    const [attempt] = await attemptsOf(shop.ctx)
    const first = await eth.mine({ flushes: [flushedUsdc(payment.address, 50_000_000n, '0xstranger')] })
    await eth.mine({ transfers: [tokens(payment.address, 5_000_000n, { tx: 6 })] })
    const own = await eth.mine({
      attempts: attempt ? [attempt] : [],
      flushes: [flushedUsdc(payment.address, 5_000_000n, attempt?.handle ?? '')],
    })
    await eth.mineEmpty(1, own.height)
    const settled = await shop.book()
    expect(first.height).toBeLessThan(own.height)
    await eth.rollBack(2)
    // The third-party flush is still in its block, so its leg stays settled; ours is unsettled.
    expect(await shop.book()).toMatchObject({ 'USDC_ETH chain:deposit': -5_000_000n, 'USDC_ETH merchant:payable': 4_950_000n })
    const again = await eth.mine({
      attempts: attempt ? [attempt] : [],
      flushes: [flushedUsdc(payment.address, 5_000_000n, attempt?.handle ?? '')],
    })
    await eth.mineEmpty(1, again.height)
    expect(await shop.book()).toEqual(settled)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })

  test('an orphaned final flush of ours reverses its gas and books the gas of its new block', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 5 })] })
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    const attempts = await attemptsOf(shop.ctx)
    const txId = attempts[0]?.handle ?? ''
    const log = flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: 49_500_000n, feeUnits: 500_000n }, txId)
    for (const [round, gas] of [10n, 12n, 11n].entries()) {
      const { height } = await eth.mine({ attempts, flushes: [log], receipts: [{ txId, succeeded: true, feeUnits: gas }] })
      await eth.mineEmpty(1, height)
      expect(await shop.book()).toMatchObject({ 'ETH platform:cost': 10n ** 18n - gas, 'USDC_ETH chain:treasury': -500_000n })
      expect(await shop.untrue()).toEqual([])
      if (round < 2) await eth.rollBack(2)
    }
    await eth.rollBack(2)
    expect((await shop.book())['ETH platform:cost']).toBe(10n ** 18n)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })

  test('an orphaned gas deposit leaves the treasury until it is mined again', async () => {
    await eth.rollBack()
    expect(await shop.book()).toEqual({})
    await eth.mine({ transfers: [coins(shop.gasPayer, 10n ** 18n, { tx: 999_999 })] })
    expect((await shop.book())['ETH chain:treasury']).toBe(-(10n ** 18n))
  })
})

describe('a Bitcoin reorg of two blocks', () => {
  const DAY_MS = 24 * 60 * 60_000
  const required = async (id: string) => (await shop.read(id)).confirmationsRequired

  test('a two-block reorg adds three confirmations to waiting payments and to new ones for a day', async () => {
    const waiting = await shop.ask({ amount: 600, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(waiting.address, 1_000_000n, { tx: 1 })] })
    await btc.rollBack(1)
    expect(await required(waiting.id)).toBe(2)
    await btc.mine({ transfers: [output(waiting.address, 1_000_000n, { tx: 1 })] })
    const below = (await btc.mine()).height
    await btc.mineEmpty(2)
    await btc.rollBack(2)
    expect(below).toBe(102)
    expect(await shop.read(waiting.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 2 })

    const next = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(next.address, 100_000n, { tx: 2 })] })
    expect(await shop.read(next.id)).toMatchObject({ state: 'detected', confirmationsRequired: 4 })
    await btc.mineEmpty(2)
    expect((await shop.read(next.id)).state).toBe('detected')
    await btc.mineEmpty(1)
    expect((await shop.read(next.id)).state).toBe('confirmed')

    shop.ctx.clock.advance(DAY_MS)
    const later = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(later.address, 100_000n, { tx: 3 })] })
    expect(await shop.read(later.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 1 })
  })

  test('a two-block reorg raises the confirmations of a payment whose own block stands, and keeps them after a day', async () => {
    const payment = await shop.ask({ amount: 6_000, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 10_000_000n, { tx: 1 })] })
    const other = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.rollBack(1)
    await btc.mine({ transfers: [output(payment.address, 10_000_000n, { tx: 1 })] })
    await btc.mineEmpty(1)
    await btc.rollBack(1)
    expect(await required(payment.id)).toBe(3)
    await btc.mineEmpty(1)
    await btc.showMempool([output(other.address, 100_000n, { tx: 2 })])
    await btc.rollBack(2)
    expect([await required(payment.id), await required(other.id)]).toEqual([6, 4])
    shop.ctx.clock.advance(DAY_MS)
    await btc.mine({ transfers: [output(payment.address, 10_000_000n, { tx: 1 })] })
    expect(await required(payment.id)).toBe(6)
  })
})

test('a payout that is final before its deposit is confirmed again settles once the deposit is', async () => {
  await btc.mineEmpty(2)
  await btc.rollBack(2)
  const payment = await shop.ask({ amount: 12_000, blockchain: 'BTC' })
  const deposit = output(payment.address, payment.dueUnits, { tx: 1 })
  await btc.mine({ transfers: [deposit] })
  await btc.mineEmpty(8)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 9 })
  await sign(payment.id)
  await btc.send()
  await btc.mine({ attempts: await attemptsOf(shop.ctx) })
  await btc.rollBack(10)
  await btc.mine({ transfers: [deposit], attempts: await attemptsOf(shop.ctx) })
  await btc.mineEmpty(7)
  expect((await attemptsOf(shop.ctx)).map(({ state }) => state)).toEqual(['broadcast'])
  await btc.mineEmpty(1)
  expect((await attemptsOf(shop.ctx)).map(({ state }) => state)).toEqual(['final'])
  expect((await shop.read(payment.id)).state).toBe('forwarded')
})

test('a block reward to a payment’s address is shown at once and counts once it is spendable', async () => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [{ ...output(payment.address, 100_000n, { tx: 1 }), leastConfirmations: 100 }] })
  await btc.mineEmpty(98)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', confirmationsRequired: 100, receivedUnits: 100_000n })
  expect(await shop.book()).toEqual({})
  await btc.mineEmpty(1)
  expect((await shop.read(payment.id)).state).toBe('confirmed')
})
