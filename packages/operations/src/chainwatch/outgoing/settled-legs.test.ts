import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { listHeld } from '../../payments/held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, flushedUsdc, openChain, output, type TestChain, tokens, txOf } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 1)))
afterEach(() => closeShop(shop))

const ABSENT_MS = 72 * 60 * 60_000

const legs = () => legsOf(shop.ctx)
const newest = async () => (await attemptsOf(shop.ctx)).slice(-1)
const send = async (chain: TestChain, payment: Payment) => {
  await signForward(shop.signer, { paymentId: payment.id })
  await chain.send()
}

describe('a payment that lost a part in a reorg', () => {
  test('forwards the payment once the lost part is marked dead after the rest was paid', async () => {
    const [A, B] = [20_000_000n, 30_000_000n]
    const eth = await openChain(shop.ctx, 'ETH')
    await eth.fundTreasury(shop.gasPayer)
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, A, { tx: 1 })] })
    await eth.mine({ transfers: [tokens(payment.address, B, { tx: 2 })] })
    await eth.mineEmpty(11)
    await send(eth, payment)
    await eth.rollBack(12)
    await eth.mineEmpty(11)
    const attempts = await newest()
    const { height } = await eth.mine({ attempts, flushes: [flushedUsdc(payment.address, A, attempts[0]?.handle)] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${B} held flush_failed`, `1 ${A} final`])
    expect((await shop.read(payment.id)).state).toBe('forwarding')
    shop.ctx.clock.advance(ABSENT_MS)
    await eth.showMempool()
    await eth.mineEmpty(1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: A, merchantUnits: 19_800_000n })
    expect(await shop.events(payment.id)).toContain('payment.forwarded')
    expect(await listHeld(shop.ctx)).toEqual([])
  })

  test('forwards the payment when the part reappeared and died after the later part was paid', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const coin = { resource: '9'.repeat(64), sequence: 0, txId: txOf(1) }
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    await btc.mine({ transfers: [deposit], inputs: [coin] })
    await btc.rollBack()
    await btc.showMempool()
    shop.ctx.clock.advance(ABSENT_MS)
    await btc.showMempool()
    await btc.mine({ transfers: [output(payment.address, 70_000n, { tx: 2 })] })
    expect(await legs()).toEqual(['0 100000 planned', '1 70000 planned'])
    const fees = { family: 'utxo', milliSatsPerVbyte: 2_000n } as const
    await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
    await send(btc, payment)
    await btc.showMempool([deposit], [coin])
    await btc.mine({ attempts: await newest() })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual(['0 100000 planned', '1 70000 final'])
    expect((await shop.read(payment.id)).state).toBe('forwarding')
    await btc.showMempool()
    await btc.mine({ inputs: [{ ...coin, txId: 'f'.repeat(64) }] })
    await btc.mineEmpty(5)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: 70_000n })
  })
})
