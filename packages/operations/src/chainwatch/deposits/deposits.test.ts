import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coins, openChain, output, type TestChain, tokens, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const observations = async () => {
  const rows = await tables(shop.ctx.orm.em.fork()).selectFrom('observation').select('kind').orderBy('id').execute()
  return rows.map((row) => row.kind)
}
const depositsOf = (id: string) =>
  tables(shop.ctx.orm.em.fork()).selectFrom('deposit').selectAll().where('subjectId', '=', id).orderBy('id').execute()
/** A payment whose window ends while its deposit is missing. */
async function vanished(): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
  shop.ctx.clock.advance(20 * MINUTE)
  await btc.showMempool()
  return payment
}
const spend = (resource: string, tx: number) => ({ resource, sequence: 0, txId: txOf(tx) })

describe('a Bitcoin deposit', () => {
  test('repeated mempool sightings of one transaction record one deposit and emit its events once', async () => {
    const payment = await shop.ask({ amount: 600, blockchain: 'BTC' })
    const deposit = output(payment.address, 1_000_000n, { tx: 1 })
    await btc.showMempool([deposit])
    await btc.showMempool([deposit])
    await btc.mine({ transfers: [deposit] })
    await btc.showMempool([deposit])
    expect(await observations()).toEqual(['seen', 'included'])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', receivedUnits: 1_000_000n, exceptions: [], txId: txOf(1) })
    expect(await shop.events(payment.id)).toEqual(['payment.created', 'payment.pending', 'payment.confirming'])
  })

  test('an underpaid payment stays pending and confirms when a second deposit to the same address adds the rest', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 60_000n, { tx: 1 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 60_000n, exceptions: ['underpaid'] })
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 2 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n, exceptions: ['multiple'] })
  })

  test('ignores deposits to an address that a forged watch row assigns to a payment', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const [busy, other] = ['bcrt1qsomebodyelse', 'bcrt1qsomebodyelse2']
    const forged = { chain: 'BTC', subject: 'payment' } as const
    const db = tables(shop.ctx.orm.em.fork())
    await db
      .insertInto('watched_address')
      .values([
        { ...forged, address: busy, subjectId: payment.id },
        { ...forged, address: other, subjectId: 'nobody' },
      ])
      .execute()
    const thirdParties = [busy, other].map((address, tx) => output(address, 100_000n, { tx }))
    await btc.showMempool(thirdParties)
    await btc.mine({ transfers: [...thirdParties, output(payment.address, 40_000n, { tx: 3 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 40_000n })
    expect(await db.selectFrom('deposit').select('subjectId').execute()).toEqual([{ subjectId: payment.id }])
  })

  test('an overpaid payment confirms with its whole received amount', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 150_000n, { tx: 1 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['overpaid'], feeUnits: 1_500n })
    expect((await shop.book())['BTC chain:deposit']).toBe(-150_000n)
  })

  test('a larger deposit than due raises the required confirmations to those of its amount', async () => {
    const payment = await shop.ask({ amount: 90, blockchain: 'BTC' })
    expect(payment.confirmationsRequired).toBe(1)
    await btc.mine({ transfers: [output(payment.address, 2_000_000n, { tx: 1 })] })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', confirmationsRequired: 3 })
    await btc.mineEmpty(1)
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mineEmpty(1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 3 })
  })

  test('counts every output of one transaction to the payment address', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const outputs = [0, 1].map((vout) => output(payment.address, 50_000n, { tx: 1, vout }))
    await btc.mine({ transfers: outputs })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n })
  })

  test('a mempool replacement returns the payment to pending and the reappearing deposit detects it again', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    await btc.showMempool([output('bcrt1elsewhere', 100_000n, { tx: 2 })], [spend('aa', 2)])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 0n, exceptions: ['replaced'] })
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    expect((await shop.read(payment.id)).state).toBe('detected')
    expect(await observations()).toEqual(['seen', 'vanished', 'seen'])
  })

  test('a deposit whose input another final transaction spent is dead and fails its payment after the window', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.showMempool([])
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mine({ inputs: [spend('aa', 2)] })
    await btc.mineEmpty(4)
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mineEmpty(1)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'failed', exceptions: ['replaced'] })
    expect((await shop.events(payment.id)).at(-1)).toBe('payment.failed')
  })

  test('a dead deposit fails no payment while blocks of its window are unread: the money that replaced it still completes it', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const within = new Date(payment.expiresAt.getTime() - MINUTE)
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })], [spend('aa', 1)])
    shop.ctx.clock.advance(20 * MINUTE)
    await btc.mine({ inputs: [spend('aa', 2)], at: within })
    for (let left = 5; left > 0; left--) await btc.mine({ at: within })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', exceptions: ['replaced'] })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 3 })], at: within })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['replaced'] })
  })

  test('a deposit missing from mempool and blocks for 72 hours is dead', async () => {
    const payment = await vanished()
    shop.ctx.clock.advance(72 * HOUR - 1)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect((await shop.read(payment.id)).state).toBe('detected')
    shop.ctx.clock.advance(1)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect((await shop.read(payment.id)).state).toBe('failed')
  })

  test('an unread chain does not count towards the 72 hours, so a deposit in the next block still confirms', async () => {
    const payment = await vanished()
    shop.ctx.clock.advance(73 * HOUR)
    await btc.mineEmpty(1)
    expect((await shop.read(payment.id)).state).toBe('detected')
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect((await shop.read(payment.id)).state).toBe('confirmed')
  })

  test('ignores a transfer to an address that is not watched', async () => {
    await btc.mine({ transfers: [output('bcrt1elsewhere', 5n, { tx: 1 })] })
    expect(await observations()).toEqual([])
  })
})

describe('an Ethereum deposit', () => {
  let eth: TestChain
  beforeEach(async () => void (eth = await openChain(shop.ctx, 'ETH')))

  test('an unsupported token raises wrong_asset, and another supported coin is booked to suspense', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 10n ** 9n, { tx: 1, token: '0xdead' }), coins(payment.address, 7n, { tx: 2 })] })
    await eth.mineEmpty(12)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 0n, exceptions: ['wrong_asset'] })
    expect(await shop.book()).toEqual({ 'ETH chain:deposit': -7n, 'ETH suspense:wrong_asset': 7n })
    expect(await depositsOf(payment.id)).toHaveLength(2)
  })

  test('a deposit is never named after the index of its log, which differs in another block', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 5n, { tx: 1, log: 3 })] })
    const rename = sql`UPDATE deposit SET ref = tx_id || ':' || log_place`
    await expect(rename.execute(tables(shop.ctx.orm.em.fork()))).rejects.toThrow('deposit_ref_lasts')
  })

  test('counts a native transfer only when its transaction succeeded', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    const [failed, good] = [coins(payment.address, payment.dueUnits, { tx: 1 }), coins(payment.address, payment.dueUnits, { tx: 2 })]
    await eth.mine({ transfers: [failed], receipts: [{ txId: failed.txId, succeeded: false, feeUnits: 0n }] })
    expect((await shop.read(payment.id)).state).toBe('pending')
    await eth.mine({ transfers: [good] })
    expect((await shop.read(payment.id)).state).toBe('detected')
  })

  test('a deposit above 10 000 dollars confirms only once the chain finalized its block', async () => {
    const payment = await shop.ask({ amount: 10_000, blockchain: 'USDC_ETH' })
    const block = await eth.mine({ transfers: [tokens(payment.address, payment.dueUnits, { tx: 1 })] })
    await eth.mineEmpty(30, block.height - 1)
    expect((await shop.read(payment.id)).state).toBe('detected')
    await eth.mineEmpty(1, block.height)
    expect((await shop.read(payment.id)).state).toBe('confirmed')
  })

  test('an orphaned deposit is dead and fails its payment once the sender used its nonce elsewhere', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    const deposit = coins(payment.address, payment.dueUnits, { tx: 1 })
    await eth.mine({ transfers: [deposit], inputs: [{ resource: '0xsender', sequence: 7, txId: deposit.txId }] })
    shop.ctx.clock.advance(20 * MINUTE)
    await eth.rollBack()
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', exceptions: ['reorged'] })
    const rival = await eth.mine({ inputs: [{ resource: '0xsender', sequence: 7, txId: '0xother' }] })
    await eth.mineEmpty(1, rival.height)
    expect((await shop.read(payment.id)).state).toBe('failed')
  })
})
