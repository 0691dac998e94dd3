import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, flushed, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
let eth: TestChain
beforeAll(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterAll(() => shop.ctx.close())

const fresh = async () => (await attemptsOf(shop.ctx)).filter((attempt) => attempt.state === 'broadcast' && attempt.height === null)

describe('a paid payment', () => {
  test('forwards a bitcoin payment once, less fee and network fee, to the last satoshi', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(payment.dueUnits).toBe(100_000n)
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect((await shop.read(payment.id)).state).toBe('confirmed')
    expect(await shop.book()).toMatchObject({ 'BTC chain:deposit': -100_000n })
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await btc.send()).toHaveLength(1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarding', feeUnits: 1_000n })
    const [attempt] = await fresh()
    const fee = attempt?.feeUnits ?? 0n
    await btc.mine({ attempts: await fresh(), receipts: [{ txId: attempt?.handle ?? '', succeeded: true, feeUnits: fee }] })
    await btc.mineEmpty(4)
    expect((await shop.read(payment.id)).state).toBe('forwarding')
    await btc.mineEmpty(1)
    const paid = await shop.read(payment.id)
    expect(paid).toMatchObject({ state: 'forwarded', forwardTxId: attempt?.handle, platformTxId: attempt?.handle, networkFeeUnits: fee })
    expect((paid.feeUnits ?? 0n) + (paid.merchantUnits ?? 0n) + (paid.networkFeeUnits ?? 0n)).toBe(100_000n)
    expect(await shop.events(payment.id)).toEqual([
      'payment.created',
      'payment.pending',
      'payment.confirming',
      'payment.completed',
      'payment.confirmed',
      'payment.forwarding',
      'payment.forwarded',
    ])
    expect(await shop.book()).toMatchObject({ 'BTC chain:treasury': -1_000n, 'BTC platform:fee': 1_000n })
    expect(await shop.untrue()).toEqual([])
  })

  test('forwards a USDC payment without a network fee and books the gas as a platform cost', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 2 })] })
    await eth.mineEmpty(10)
    expect((await shop.read(payment.id)).state).toBe('detected')
    await eth.mineEmpty(1)
    expect((await shop.read(payment.id)).state).toBe('confirmed')
    await signForward(shop.signer, { paymentId: payment.id })
    await eth.send()
    const [attempt] = await fresh()
    const txId = attempt?.handle ?? ''
    const log = flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: 49_500_000n, feeUnits: 500_000n }, txId)
    const block = await eth.mine({ attempts: await fresh(), flushes: [log], receipts: [{ txId, succeeded: true, feeUnits: 77n }] })
    await eth.mineEmpty(1, block.height)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', merchantUnits: 49_500_000n, networkFeeUnits: 0n })
    expect(await shop.untrue()).toEqual([])
  })
})
