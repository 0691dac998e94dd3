import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { expirePayment } from './expire-payment.ts'

const WINDOW_MS = 15 * 60_000

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 3)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const ask = () => shop.ask({ amount: 60, blockchain: 'BTC' })
const expire = (paymentId: string) => expirePayment(shop.ctx, { paymentId })
const readUpTo = (at: Date) => tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: at }).execute()

describe('the window of a payment', () => {
  test('ends at its last instant and not a millisecond before', async () => {
    const payment = await ask()
    await readUpTo(payment.expiresAt)
    shop.ctx.clock.advance(WINDOW_MS - 1)
    expect(await expire(payment.id)).toEqual({ outcome: 'watcher_behind' })
    shop.ctx.clock.advance(1)
    expect(await expire(payment.id)).toEqual({ outcome: 'expired' })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', updatedAt: payment.expiresAt })
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.expired'])
  })

  test('stays open until its chain is scanned up to its end', async () => {
    const payment = await ask()
    shop.ctx.clock.advance(10 * WINDOW_MS)
    expect(await expire(payment.id)).toEqual({ outcome: 'watcher_behind' })
    await readUpTo(new Date(payment.expiresAt.getTime() - 1))
    expect(await expire(payment.id)).toEqual({ outcome: 'watcher_behind' })
    expect((await shop.read(payment.id)).state).toBe('pending')
  })

  test('ends once when several expiries run concurrently', async () => {
    const payment = await ask()
    shop.ctx.clock.advance(WINDOW_MS)
    await readUpTo(payment.expiresAt)
    const answers = await Promise.all([1, 2, 3, 4].map(() => expire(payment.id)))
    expect(answers).toEqual([1, 2, 3, 4].map(() => ({ outcome: 'expired' })))
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.expired'])
  })

  test('expires nothing once a sufficient deposit was detected', async () => {
    const payment = await ask()
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    shop.ctx.clock.advance(WINDOW_MS)
    await readUpTo(payment.expiresAt)
    expect(await expire(payment.id)).toEqual({ outcome: 'moved', known: { sequence: 2, state: 'detected' } })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: [] })
  })

  test('counts a deposit by its arrival, however late its block is scanned', async () => {
    const payment = await ask()
    const arrived = new Date(payment.expiresAt.getTime() - 1)
    shop.ctx.clock.advance(10 * WINDOW_MS)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })], at: arrived })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: [] })
  })

  test('expires an underpaid payment and holds its deposit', async () => {
    const payment = await ask()
    await btc.mine({ transfers: [output(payment.address, 60_000n, { tx: 1 })] })
    shop.ctx.clock.advance(WINDOW_MS)
    await readUpTo(payment.expiresAt)
    expect(await expire(payment.id)).toEqual({ outcome: 'expired' })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', exceptions: ['underpaid'] })
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -60_000n, 'BTC payment:held': 60_000n })
  })

  test('expiring an unknown payment fails', async () => {
    await expect(expire('00000000-0000-4000-8000-ffffffffffff')).rejects.toThrow('No such payment')
  })
})
