import { RawTransaction } from '@gateway/chains/bitcoin/transaction'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { restMs } from '@gateway/domain/custody/rules'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { openTreasury } from '../../custody/treasury/open-treasury.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../../payments/sweeps/sweep-payments.ts'
import { attemptsOf, coins, flushed, flushedUsdc, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 2)))
afterEach(() => closeShop(shop))

const sign = (id: string) => signForward(shop.signer, { paymentId: id })
const db = () => tables(shop.ctx.orm.em.fork())
const intents = () => db().selectFrom('spend_intent').selectAll().orderBy('createdAt').orderBy('id').execute()

async function only(): Promise<SpendAttemptEntity> {
  const [attempt] = await attemptsOf(shop.ctx)
  if (!attempt) throw new Error('nothing was signed')
  return attempt
}

describe('a Bitcoin forward', () => {
  test('pays everything to the merchant when the platform fee is below dust, and books the fee as owed', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 10, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })] })
    await sign(payment.id)
    await btc.send()
    const { feeUnits, handle } = await only()
    await btc.mine({ attempts: await attemptsOf(shop.ctx), receipts: [{ txId: handle, succeeded: true, feeUnits: feeUnits ?? 0n }] })
    await btc.mineEmpty(5)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', feeUnits: 166n, forwardTxId: handle, platformTxId: null })
    expect(await shop.book()).toEqual({ 'BTC merchant:receivable': -166n, 'BTC platform:fee': 166n })
  })

  test("takes back owed fees once when the platform output is above dust, without changing the payment's own fee", async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const small = await shop.ask({ amount: 10, blockchain: 'BTC' })
    const large = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(small.address, small.dueUnits, { tx: 1 })] })
    await sign(small.id)
    await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await shop.book()).toEqual({ 'BTC merchant:receivable': -166n, 'BTC platform:fee': 166n })
    await btc.mine({ transfers: [output(large.address, 100_000n, { tx: 2 })] })
    await sign(large.id)
    await btc.send()
    const attempt = (await attemptsOf(shop.ctx)).at(-1)
    expect(attempt).toMatchObject({ takenBackUnits: 166n, platformPaid: true })
    const outputs = RawTransaction.decode(attempt?.raw ?? new Uint8Array()).outputs.map(({ amount }) => amount)
    expect(new Set(outputs)).toEqual(new Set([1_166n, 98_834n - (attempt?.feeUnits ?? 0n)]))
    await btc.mine({ attempts: attempt ? [attempt] : [] })
    await btc.mineEmpty(5)
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_166n, 'BTC platform:fee': 1_166n })
    const paid = await shop.read(large.id)
    expect(paid).toMatchObject({ state: 'forwarded', feeUnits: 1_000n, merchantUnits: 99_000n - (attempt?.feeUnits ?? 0n) })
  })

  test('settles with the network fee that its outputs leave instead of the planned one, whatever a receipt says', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    const [planned] = await intents()
    await sign(payment.id)
    await btc.send()
    const { handle, feeUnits } = await only()
    const networkFeeUnits = feeUnits ?? 0n
    await btc.mine({ attempts: await attemptsOf(shop.ctx), receipts: [{ txId: handle, succeeded: true, feeUnits: 500n }] })
    await btc.mineEmpty(5)
    expect(networkFeeUnits).not.toBe(planned?.networkFeeUnits)
    expect(await shop.read(payment.id)).toMatchObject({ networkFeeUnits, feeUnits: 1_000n, merchantUnits: 99_000n - networkFeeUnits })
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_000n, 'BTC platform:fee': 1_000n })
  })
})

describe('an Ethereum forward', () => {
  let eth: TestChain
  beforeEach(async () => {
    eth = await openChain(shop.ctx, 'ETH')
    await eth.fundTreasury(shop.gasPayer)
  })

  /** Advances the clock and stores a fresh fee estimate, as the chain role does. */
  const restFor = async (ms: number) => {
    shop.ctx.clock.advance(ms)
    const fees = { family: 'account', baseFeeWei: 10n ** 9n, priorityFeeWei: 10n ** 9n } as const
    await storeFeeEstimates(shop.ctx.orm.em.fork(), eth.lease, { fees, at: shop.ctx.clock.now() })
  }
  const paid = async (amount = 50) => {
    const payment = await shop.ask({ amount, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, payment.dueUnits, { tx: Number.parseInt(payment.id.slice(-6), 16) })] })
    return payment
  }

  test('books the gas as a platform cost and charges the merchant no network fee', async () => {
    const payment = await paid()
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    const { handle } = await only()
    const receipts = [{ txId: handle, succeeded: true, feeUnits: 10n ** 15n }]
    const { height } = await eth.mine({
      attempts: await attemptsOf(shop.ctx),
      flushes: [flushedUsdc(payment.address, 50_000_000n, handle)],
      receipts,
    })
    await eth.mineEmpty(1, height)
    expect((await shop.book())['ETH chain:treasury']).toBe(10n ** 15n - 10n ** 18n)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', networkFeeUnits: 0n })
  })

  test('a third-party flush before ours settles the payment and emits every intermediate event', async () => {
    const payment = await paid()
    await eth.mineEmpty(11)
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, 50_000_000n, '0xstranger')] })
    await eth.mineEmpty(1, height)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', forwardTxId: '0xstranger', merchantUnits: 49_500_000n })
    expect((await shop.events(payment.id)).slice(-3)).toEqual(['payment.confirmed', 'payment.forwarding', 'payment.forwarded'])
    await sign(payment.id)
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })

  test('a third-party flush before confirmation settles the payment once it is confirmed', async () => {
    const payment = await paid()
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, 50_000_000n, '0xstranger')] })
    await eth.mineEmpty(9, height)
    expect((await shop.read(payment.id)).state).toBe('detected')
    await eth.mineEmpty(2)
    expect((await shop.read(payment.id)).state).toBe('forwarded')
  })

  test('pays out a deposit that arrived after the plan and credits every part once', async () => {
    const payment = await paid()
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    await eth.mine({ transfers: [tokens(payment.address, 5_000_000n, { tx: 70 })] })
    const { handle } = await only()
    const { height } = await eth.mine({
      attempts: await attemptsOf(shop.ctx),
      flushes: [flushedUsdc(payment.address, 55_000_000n, handle)],
    })
    await eth.mineEmpty(1, height)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: 55_000_000n, merchantUnits: 54_450_000n })
    await eth.mineEmpty(12)
    expect(await shop.book()).toMatchObject({ 'USDC_ETH chain:treasury': -550_000n, 'USDC_ETH platform:fee': 550_000n })
  })

  test('pays out an internal transfer that only the flush log shows and books it', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 5 })] })
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    const { handle } = await only()
    const units = payment.dueUnits + 1_000n
    const log = flushed(payment.address, { asset: 'ETH', merchantUnits: units - units / 100n, feeUnits: units / 100n }, handle)
    const { height } = await eth.mine({ attempts: await attemptsOf(shop.ctx), flushes: [log] })
    await eth.mineEmpty(1, height)
    const [intent] = await intents()
    expect(intent).toMatchObject({ state: 'final', units })
  })

  test('a reverted flush holds the payout, and after its rest it is signed again with the next nonce', async () => {
    const payment = await paid()
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    const { handle } = await only()
    const receipts = [{ txId: handle, succeeded: false, feeUnits: 7n }]
    const { height } = await eth.mine({ attempts: await attemptsOf(shop.ctx), receipts })
    await eth.mineEmpty(1, height)
    expect(await intents()).toMatchObject([{ state: 'held', holdReason: 'transaction_reverted' }])
    await restFor(restMs.transaction_reverted - 1)
    await sweepPayments(shop.ctx)
    await sign(payment.id)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    await restFor(1)
    expect(await sweepPayments(shop.ctx)).toBe(0)
    await sign(payment.id)
    expect((await attemptsOf(shop.ctx)).map(({ n, state, supersedes }) => ({ n, state, supersedes }))).toEqual([
      { n: 0, state: 'dead', supersedes: null },
      { n: 1, state: 'signed', supersedes: 0 },
    ])
  })

  test('a third-party flush after our reverted one settles the larger balance in full', async () => {
    const payment = await paid()
    await eth.mineEmpty(11)
    await sign(payment.id)
    await eth.send()
    const { handle } = await only()
    const failed = await eth.mine({ attempts: await attemptsOf(shop.ctx), receipts: [{ txId: handle, succeeded: false, feeUnits: 7n }] })
    await eth.mineEmpty(1, failed.height)
    await eth.mine({ transfers: [tokens(payment.address, 5_000_000n, { tx: 70 })] })
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, 55_000_000n, '0xstranger')] })
    await eth.mineEmpty(1, height)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', merchantUnits: 54_450_000n })
  })

  test("a batch whose token refused the lead's flush holds that payout only and retries it", async () => {
    const payments = [await paid(), await paid()]
    await eth.mineEmpty(11)
    const [lead, companion] = payments
    if (!lead || !companion) throw new Error('two payments')
    await sign(lead.id)
    await eth.send()
    const { handle } = await only()
    const { height } = await eth.mine({
      attempts: await attemptsOf(shop.ctx),
      flushes: [flushedUsdc(companion.address, 50_000_000n, handle)],
    })
    await eth.mineEmpty(1, height)
    expect((await shop.read(companion.id)).state).toBe('forwarded')
    expect((await shop.read(lead.id)).state).toBe('forwarding')
    await sign(lead.id)
    expect(await eth.send()).toEqual([])
    await restFor(restMs.flush_failed)
    await sign(lead.id)
    expect(await eth.send()).toHaveLength(1)
    const second = (await attemptsOf(shop.ctx)).find((attempt) => attempt.handle !== handle)
    const next = await eth.mine({
      attempts: second ? [second] : [],
      flushes: [flushedUsdc(lead.address, 50_000_000n, second?.handle ?? '')],
    })
    await eth.mineEmpty(1, next.height)
    expect((await shop.read(lead.id)).state).toBe('forwarded')
  })
})

describe('the treasury', () => {
  test("books the treasury's opening balance once and adds later deposits", async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const node = { ...eth.node, readBalance: async () => 5n }
    await openTreasury(shop.ctx, node, shop.gasPayer)
    await openTreasury(shop.ctx, node, shop.gasPayer)
    await eth.mine({ transfers: [coins(shop.gasPayer, 2n, { tx: 1 })] })
    expect(await shop.book()).toEqual({ 'ETH chain:treasury': -7n, 'ETH platform:cost': 7n })
  })

  test('books the opening balance at the cursor, so later funding is not counted twice', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const begins = (await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' }))?.hash
    const readBalances: ChainNode['readBalances'] = async ({ blockHash }) => [blockHash === begins ? 3n : 5n]
    await openTreasury(shop.ctx, { ...eth.node, readBalance: async () => 5n, readBalances }, shop.gasPayer)
    await eth.mine({ transfers: [coins(shop.gasPayer, 2n, { tx: 1 })] })
    expect(await shop.book()).toEqual({ 'ETH chain:treasury': -5n, 'ETH platform:cost': 5n })
  })
})
