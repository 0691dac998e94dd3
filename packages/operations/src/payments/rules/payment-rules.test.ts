import { tables } from '@gateway/db/tables'
import { AmountTooLarge } from '@gateway/domain/payments/errors'
import type { Payment } from '@gateway/domain/payments/payment'
import { type ConfirmationPolicy, defaultRules, type PaymentRules } from '@gateway/domain/payments/payment-rules'
import { textOfRules } from '@gateway/domain/payments/rules-canonical-text'
import type { StaticPrices } from '@gateway/providers/rates/static-rates'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { EntityManager } from '@mikro-orm/postgresql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { listHeld } from '../held/list-held.ts'
import { readRules } from './read-rules.ts'
import { replayPayments } from '../replay/replay-payments.ts'
import { storeRules } from './store-rules.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'
import { readPaymentTimeline } from '../reading/payment-timeline.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 5)
  btc = await openChain(shop.ctx, 'BTC')
})
// Closing replays every payment, so payments of both kinds must match their own rules.
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
/** Restarts the api with these settings. */
const startWith = async (changes: Partial<PaymentRules>) =>
  void Object.assign(shop.ctx, { paymentRules: await storeRules(shop.ctx, { ...defaultRules, ...changes }) })
const counted = (...counts: number[]): ConfirmationPolicy[] => counts.map((confirmations) => ({ confirmations, finality: false }))
const bandsOfBitcoin = (...counts: number[]) => ({ confirmationBands: { ...defaultRules.confirmationBands, BTC: counted(...counts) } })

/** A payment of sixty dollars under the defaults and one under other rules; the api restarts in between and afterwards. */
async function twoKinds(changes: Partial<PaymentRules>): Promise<{ usual: Payment; other: Payment }> {
  const usual = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await startWith(changes)
  const other = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await startWith({ keptBps: 1, lateWindowMs: 0, toleranceQuotedUnits: 9, ...bandsOfBitcoin(7, 7, 7, 7) })
  return { usual, other }
}

const pay = (payment: Payment, units: bigint, tx: number) => output(payment.address, units, { tx })
const mine = (...transfers: ReturnType<typeof pay>[]) => btc.mine({ transfers, at: shop.ctx.clock.now() })

async function expireAll(...payments: Payment[]): Promise<void> {
  shop.ctx.clock.advance(WINDOW_MS)
  await db().updateTable('chain_cursor').set({ knownUntil: shop.ctx.clock.now() }).execute()
  for (const { id } of payments) expect(await expirePayment(shop.ctx, { paymentId: id })).toEqual({ outcome: 'expired' })
}

describe('a payment keeps the rules it was created under', () => {
  test('a late deposit completes it within its own late window', async () => {
    const { usual, other } = await twoKinds({ lateWindowMs: DAY_MS })
    await expireAll(usual, other)
    shop.ctx.clock.advance(DAY_MS)
    await mine(pay(usual, 100_000n, 1), pay(other, 100_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
    expect(await shop.read(other.id)).toMatchObject({ state: 'expired', lateVerdict: 'too_late' })
    expect(await shop.book()).toMatchObject({ 'BTC suspense:late': 100_000n })
  })

  test('a longer late window of its own is not shortened', async () => {
    const { usual, other } = await twoKinds({ lateWindowMs: 60 * DAY_MS })
    await expireAll(usual, other)
    shop.ctx.clock.advance(40 * DAY_MS)
    await mine(pay(usual, 100_000n, 1), pay(other, 100_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'expired', lateVerdict: 'too_late' })
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('a late deposit completes it down to its own share of the locked rate', async () => {
    const { usual, other } = await twoKinds({ keptBps: 5_000 })
    await expireAll(usual, other)
    prices = { ...prices, 'BTC/USD': '30000' }
    await mine(pay(usual, 100_000n, 1), pay(other, 100_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('confirmations follow its own bands, also when more arrives', async () => {
    const { usual, other } = await twoKinds({ ...bandsOfBitcoin(2, 2, 2, 2), bandLimitsUsdCents: [1n, 2n, 3n] })
    expect([usual, other].map(({ confirmationsRequired }) => confirmationsRequired)).toEqual([1, 2])
    await mine(pay(usual, 2_000_000n, 1), pay(other, 2_000_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'detected', confirmationsRequired: 3 })
    await btc.mineEmpty(1)
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 2 })
    expect(await shop.read(usual.id)).toMatchObject({ state: 'detected', confirmationsRequired: 3 })
    await btc.mineEmpty(1)
    expect((await shop.read(usual.id)).state).toBe('confirmed')
  })

  test('underpayment within its own tolerance completes it', async () => {
    const { usual, other } = await twoKinds({ toleranceQuotedUnits: 100 })
    await mine(pay(usual, 99_900n, 1), pay(other, 99_900n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'pending', exceptions: ['underpaid'] })
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', exceptions: [] })
  })

  test('the cost multiple of forwarding comes from the current setting, not from its rules', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const floorUnits = { ...defaultRules.floorUnits, USDC_ETH: 50_000_000n }
    await startWith({ costMultiple: 1, floorUnits })
    const dear = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await startWith({})
    const usual = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    Object.assign(shop.ctx, { forwardCostMultiple: 100 })
    await eth.mine({ transfers: [dear, usual].map(({ address }, place) => tokens(address, 49_999_999n, { tx: 10 + place })) })
    await eth.mineEmpty(11)
    expect(await db().selectFrom('spend_intent').select('ref').execute()).toEqual([])
    expect((await listHeld(shop.ctx)).map(({ reason }) => reason)).toEqual(['below_cost_of_forwarding', 'below_cost_of_forwarding'])
    Object.assign(shop.ctx, { forwardCostMultiple: 3 })
    shop.ctx.clock.advance(31_000)
    await sweepPayments(shop.ctx)
    expect(await db().selectFrom('spend_intent').select('ref').execute()).toHaveLength(2)
  })

  test('the timeline contains its rules', async () => {
    const { other } = await twoKinds({ keptBps: 5_000 })
    expect((await readPaymentTimeline(shop.ctx, { paymentId: other.id }))['rules']).toEqual([
      { id: (await shop.read(other.id)).rulesId, content: textOfRules({ ...defaultRules, keptBps: 5_000 }) },
    ])
  })
})

describe('a new payment', () => {
  const asked = (amount: string, blockchain = 'BTC') => shop.ask({ amount, blockchain }).then(({ dueUnits }) => dueUnits)

  test('the operator’s ceiling limits it, and the rejection names the maximum', async () => {
    await startWith({ ceilingUsdCents: 5_000n })
    expect(await asked('50')).toBe(83_334n)
    await expect(asked('50.01')).rejects.toThrow(AmountTooLarge)
    await expect(asked('50.01')).rejects.toMatchObject({ details: { maximum_usd: '50' } })
  })

  test('must reach the operator’s floor', async () => {
    await startWith({ floorUnits: { ...defaultRules.floorUnits, BTC: 20_000n } })
    expect(await asked('12')).toBe(20_000n)
    await expect(asked('11.99')).rejects.toMatchObject({ details: { minimum: '0.0002' } })
  })

  test('must reach the operator’s multiple of the cost of forwarding', async () => {
    await openChain(shop.ctx, 'ETH')
    await startWith({ costMultiple: 2 })
    await expect(asked('1.57', 'USDC_ETH')).rejects.toMatchObject({ details: { minimum: '1.575' } })
    expect(await asked('1.58', 'USDC_ETH')).toBe(1_580_000n)
  })
})

describe('rules', () => {
  const rowsOfRules = () => db().selectFrom('payment_rules').selectAll().execute()

  test('an api stores its rules once, however often it starts with them', async () => {
    const before = await rowsOfRules()
    await startWith({})
    await startWith({ keptBps: 9_900 })
    await startWith({ keptBps: 9_900 })
    expect(await rowsOfRules()).toHaveLength(before.length + 1)
  })

  test('a payment names the stored rules that it was created under, the documented defaults unless set', async () => {
    const { rulesId } = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const named = (await rowsOfRules()).find(({ id }) => id === rulesId)
    expect(named?.content).toBe(textOfRules(defaultRules))
  })

  test('a process reads rules once, however many payments name them', async () => {
    const named = [
      await storeRules(shop.ctx, { ...defaultRules, keptBps: 1_234 }),
      await storeRules(shop.ctx, { ...defaultRules, keptBps: 4_321 }),
    ]
    const payments = [...named, ...named, ...named].map(({ id }) => ({ rulesId: id }))
    const em = shop.ctx.orm.em.fork()
    const built = vi.spyOn(EntityManager.prototype, 'getKysely')
    const rulesOf = await readRules(em, payments)
    expect(built).toHaveBeenCalledTimes(1)
    await readRules(em, payments)
    expect(built).toHaveBeenCalledTimes(1)
    built.mockRestore()
    expect(payments.slice(0, 2).map((payment) => rulesOf(payment).keptBps)).toEqual([1_234, 4_321])
  })

  test('unknown rules raise an error, and no payment can be created under them', async () => {
    const thirdParty = { rulesId: 'nobody’s' }
    const rulesOf = await readRules(shop.ctx.orm.em.fork(), [thirdParty])
    expect(() => rulesOf(thirdParty)).toThrow('there are no rules nobody’s')
    Object.assign(shop.ctx, { paymentRules: { id: 'ffffffffffffffff', rules: defaultRules } })
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow('payment_rules_id_fkey')
  })
})

describe('the replay', () => {
  const asOwner = (statement: string) =>
    shop.ctx.orm.em.fork().getConnection().execute(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`)

  async function differences(): Promise<string[]> {
    const found: string[] = []
    await replayPayments({
      orm: shop.ctx.orm,
      tell: ({ member, stored, replayed }) => void found.push(`${member}: ${stored}, not ${replayed}`),
    })
    return found
  }

  test('reports a payment with another payment’s rules', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const { id } = await storeRules(shop.ctx, { ...defaultRules, toleranceQuotedUnits: 5, ...bandsOfBitcoin(4, 4, 4, 4) })
    await asOwner(`UPDATE payment SET rules_id = '${id}'`)
    expect(await differences()).toEqual(['toleranceUnits: 1, not 5', 'confirmationsRequired: 1, not 4'])
    await asOwner(`UPDATE payment SET rules_id = '${payment.rulesId}'`)
    expect(await differences()).toEqual([])
  })

  test('reports a late verdict that the payment’s rules do not give', async () => {
    const { usual, other } = await twoKinds({ keptBps: 5_000 })
    await expireAll(usual, other)
    prices = { ...prices, 'BTC/USD': '30000' }
    await mine(pay(other, 100_000n, 2))
    await asOwner(`UPDATE payment SET rules_id = '${usual.rulesId}'`)
    expect(await differences()).toContain('lateVerdict: good, not poor')
    await asOwner(`UPDATE payment SET rules_id = '${other.rulesId}' WHERE id = '${other.id}'`)
  })
})
