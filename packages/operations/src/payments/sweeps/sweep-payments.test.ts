import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Payment } from '@gateway/domain/payments/payment'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coins, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { HOLD_HOURS, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { sweepPayments } from './sweep-payments.ts'

const WINDOW_MS = 15 * 60_000
const MONTH_MS = 31 * 24 * 60 * 60_000
const UNITS = 100_000n

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { claimed, name, pass, priceSpace } = refundsOf(() => ({ shop, btc }))

const db = () => tables(shop.ctx.orm.em.fork())
const sweep = () => sweepPayments(shop.ctx, 2)
const stateOf = async ({ id }: Payment) => (await shop.read(id)).state
const readUpTo = (chain: ChainCode, at: Date) =>
  db().updateTable('chain_cursor').set({ knownUntil: at }).where('chain', '=', chain).execute()

async function askBtc(count: number): Promise<Payment[]> {
  const payments: Payment[] = []
  while (payments.length < count) payments.push(await shop.ask({ amount: 60, blockchain: 'BTC' }))
  return payments
}

const pay = (payments: readonly Payment[], tx: number, units: readonly bigint[] = []) =>
  btc.mine({
    transfers: payments.map(({ address }, vout) => output(address, units[vout] ?? UNITS, { tx, vout })),
    at: shop.ctx.clock.now(),
  })

async function endWindows(payments: readonly Payment[]): Promise<void> {
  shop.ctx.clock.advance(WINDOW_MS)
  for (const { id, chain, expiresAt } of payments) {
    await readUpTo(chain, expiresAt)
    await expirePayment(shop.ctx, { paymentId: id })
  }
}

describe('a sweep with stuck first rows reaches the rows behind them next time', () => {
  test('reaches a late deposit with a price', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payments = await askBtc(2)
    const newer = await shop.ask({ amount: 50, blockchain: 'ETH' })
    await endWindows([...payments, newer])
    prices = {}
    await pay(payments, 1)
    await eth.mine({
      transfers: [coins(newer.address, newer.dueUnits, { tx: 5 })],
      at: shop.ctx.clock.now(),
    })
    prices = { 'ETH/USD': '2500' }
    await sweep()
    expect((await shop.read(newer.id)).lateVerdict).toBeNull()
    await sweep()
    expect((await shop.read(newer.id)).lateVerdict).toBe('good')
  })

  test('reaches a refund that is worth its transaction', async () => {
    const payments = await askBtc(3)
    await pay(payments, 1, [1_000n, 1_000n, 40_000n])
    await endWindows(payments)
    for (const payment of payments) await name(payment)
    await pass(HOLD_HOURS)
    await priceSpace(20_000n)
    const paying = async () =>
      (await db().selectFrom('refund').select('paymentId').where('state', '=', 'paying').execute()).map(({ paymentId }) => paymentId)
    await sweep()
    expect(await paying()).toEqual([])
    await sweep()
    expect(await paying()).toEqual([payments[2]?.id])
    await priceSpace(1_000n)
    await sweep()
    expect(new Set(await paying())).toEqual(new Set(payments.map(({ id }) => id)))
  })

  test('reaches payments that the signer rejected and that can fail', async () => {
    const platformAddresses = { ETH: [wallets.platform.ETH], BTC: [wallets.merchant.BTC] }
    Object.assign(shop.ctx, { custody: { ...shop.ctx.custody, platformAddresses } })
    const older = await askBtc(2)
    // An uncounted payment cannot be uncounted again.
    const counted = await db().deleteFrom('usage_counter').returningAll().execute()
    shop.ctx.clock.advance(MONTH_MS)
    const [newer] = await askBtc(1)
    await sweep()
    await sweep()
    expect(newer && (await stateOf(newer))).toBe('failed')
    expect(await Promise.all(older.map(stateOf))).toEqual(['pending', 'pending'])
    await db().insertInto('usage_counter').values(counted).execute()
  })
})

test('an unscanned chain does not keep windows of another chain open', async () => {
  await openChain(shop.ctx, 'ETH')
  await askBtc(2)
  shop.ctx.clock.advance(1_000)
  const newer = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  shop.ctx.clock.advance(WINDOW_MS + 30_000)
  await readUpTo('ETH', newer.expiresAt)
  await sweep()
  expect(await stateOf(newer)).toBe('expired')
})

describe('a failure of one payment does not stop the sweep', () => {
  /** Makes the database reject state changes of a row. */
  const nail = (table: 'payment' | 'refund', id: string, state: string) =>
    sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT nailed CHECK (id <> ${sql.lit(id)} OR state = ${sql.lit(state)})`.execute(db())

  test('closes the window of the next payment', async () => {
    const [broken, behind] = await askBtc(2)
    await nail('payment', broken?.id ?? '', 'pending')
    shop.ctx.clock.advance(WINDOW_MS + 30_000)
    await readUpTo('BTC', behind?.expiresAt ?? new Date())
    expect(await sweep()).toBe(1)
    expect(broken && (await stateOf(broken))).toBe('pending')
    expect(behind && (await stateOf(behind))).toBe('expired')
  })

  test('decides the late deposit of the next payment', async () => {
    const payments = await askBtc(2)
    await endWindows(payments)
    prices = {}
    await pay(payments, 1)
    prices = { 'BTC/USD': '60000' }
    const [broken, behind] = payments
    await nail('payment', broken?.id ?? '', 'expired')
    await sweep()
    expect(broken && (await stateOf(broken))).toBe('expired')
    expect(behind && (await stateOf(behind))).toBe('confirmed')
  })

  test('plans the round of the next payment', async () => {
    const small = () => shop.ask({ amount: 12, blockchain: 'BTC' })
    const [broken, behind] = [await small(), await small()]
    await priceSpace(499_000n)
    await pay([broken, behind], 1, [broken.dueUnits, behind.dueUnits])
    await sql`ALTER TABLE spend_intent ADD CONSTRAINT nailed CHECK (ref <> ${sql.lit(broken.id)})`.execute(db())
    await priceSpace()
    await sweep()
    expect((await db().selectFrom('spend_intent').select('ref').execute()).map(({ ref }) => ref)).toEqual([behind.id])
  })

  test('plans the refund of the next payment', async () => {
    const payments = await askBtc(2)
    await pay(payments, 1, [40_000n, 40_000n])
    await endWindows(payments)
    for (const payment of payments) await name(payment)
    const [broken, behind] = await db().selectFrom('refund').select(['id', 'paymentId']).orderBy('paymentId').execute()
    await nail('refund', broken?.id ?? '', 'claimed')
    await pass(HOLD_HOURS)
    await sweep()
    const paying = await db().selectFrom('refund').select('paymentId').where('state', '=', 'paying').execute()
    expect(paying).toEqual([{ paymentId: behind?.paymentId }])
  })
})

describe('the count of repaired payments', () => {
  test('a sweep counts a lost timer of a window, once its chain is scanned', async () => {
    const [payment] = await askBtc(1)
    shop.ctx.clock.advance(WINDOW_MS + 30_000)
    expect(await sweep()).toBe(0)
    if (payment) await readUpTo('BTC', payment.expiresAt)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
  })
})

describe('the count of repaired payments, for held funds and due work', () => {
  test('a sweep does not count a payment below the cost of forwarding, before and after its round is planned', async () => {
    const payment = await shop.ask({ amount: 5, blockchain: 'BTC' })
    await priceSpace(50_000n)
    await pay([payment], 1, [payment.dueUnits])
    shop.ctx.clock.advance(30_000)
    expect(await sweep()).toBe(0)
    await priceSpace()
    expect(await sweep()).toBe(0)
    expect(await legsOf(shop.ctx)).toEqual([`0 ${payment.dueUnits} planned`])
    shop.ctx.clock.advance(30_000)
    expect(await sweep()).toBe(0)
  })

  test('a sweep does not count a refund whose hold is over', async () => {
    const payment = await claimed()
    await pass(HOLD_HOURS)
    expect(await sweep()).toBe(0)
    expect(await db().selectFrom('refund').select(['paymentId', 'state']).execute()).toEqual([{ paymentId: payment.id, state: 'paying' }])
  })
})
