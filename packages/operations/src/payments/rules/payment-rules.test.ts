import { tables } from '@gateway/db/tables'
import { AmountTooLarge } from '@gateway/domain/payments/errors'
import type { Payment } from '@gateway/domain/payments/payment'
import { type ConfirmationPolicy, defaultRules, type PaymentRules } from '@gateway/domain/payments/payment-rules'
import { textOfRules } from '@gateway/domain/payments/rules-canonical-text'
import type { StaticPrices } from '@gateway/providers/rates/static-rates'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
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
// Closing replays every payment, so a test leaves payments of both kinds behind that must be what their own rules make them.
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
/** The api as it is after a start with these settings. */
const startWith = async (changes: Partial<PaymentRules>) =>
  void Object.assign(shop.ctx, { paymentRules: await storeRules(shop.ctx, { ...defaultRules, ...changes }) })
const counted = (...counts: number[]): ConfirmationPolicy[] => counts.map((confirmations) => ({ confirmations, finality: false }))
const bandsOfBitcoin = (...counts: number[]) => ({ confirmationBands: { ...defaultRules.confirmationBands, BTC: counted(...counts) } })

/** One payment of sixty dollars under the defaults and one under other rules, created by an api that was started anew in between and again afterwards. */
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

describe('a payment is judged by the rules it was created under, whatever the api was started with since', () => {
  test('late money completes it within its own late window', async () => {
    const { usual, other } = await twoKinds({ lateWindowMs: DAY_MS })
    await expireAll(usual, other)
    shop.ctx.clock.advance(DAY_MS)
    await mine(pay(usual, 100_000n, 1), pay(other, 100_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
    expect(await shop.read(other.id)).toMatchObject({ state: 'expired', lateVerdict: 'too_late' })
    expect(await shop.book()).toMatchObject({ 'BTC suspense:late': 100_000n })
  })

  test('a late window that is longer than usual is not cut short either', async () => {
    const { usual, other } = await twoKinds({ lateWindowMs: 60 * DAY_MS })
    await expireAll(usual, other)
    shop.ctx.clock.advance(40 * DAY_MS)
    await mine(pay(usual, 100_000n, 1), pay(other, 100_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'expired', lateVerdict: 'too_late' })
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('late money completes it while the coin keeps the share of its worth that it was promised', async () => {
    const { usual, other } = await twoKinds({ keptBps: 5_000 })
    await expireAll(usual, other)
    prices = { ...prices, 'BTC/USD': '30000' }
    await mine(pay(usual, 100_000n, 1), pay(other, 100_000n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'expired', lateVerdict: 'poor' })
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good' })
  })

  test('it waits for the confirmations of its own bands, also when it grows', async () => {
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

  test('as much may be missing as was promised', async () => {
    const { usual, other } = await twoKinds({ toleranceQuotedUnits: 100 })
    await mine(pay(usual, 99_900n, 1), pay(other, 99_900n, 2))
    expect(await shop.read(usual.id)).toMatchObject({ state: 'pending', exceptions: ['underpaid'] })
    expect(await shop.read(other.id)).toMatchObject({ state: 'confirmed', exceptions: [] })
  })

  test('its own rules do not decide what is worth the gas: the multiple that is set now does', async () => {
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

  test('its story says by what it is judged', async () => {
    const { other } = await twoKinds({ keptBps: 5_000 })
    expect((await readPaymentTimeline(shop.ctx, { paymentId: other.id }))['rules']).toEqual([
      { id: (await shop.read(other.id)).rulesId, content: textOfRules({ ...defaultRules, keptBps: 5_000 }) },
    ])
  })
})

describe('a payment that is asked for', () => {
  const asked = (amount: string, blockchain = 'BTC') => shop.ask({ amount, blockchain }).then(({ dueUnits }) => dueUnits)

  test('may be worth as much as the operator says, and the refusal says how much', async () => {
    await startWith({ ceilingUsdCents: 5_000n })
    expect(await asked('50')).toBe(83_334n)
    await expect(asked('50.01')).rejects.toThrow(AmountTooLarge)
    await expect(asked('50.01')).rejects.toMatchObject({ details: { maximum_usd: '50' } })
  })

  test('is at least the floor of the operator', async () => {
    await startWith({ floorUnits: { ...defaultRules.floorUnits, BTC: 20_000n } })
    expect(await asked('12')).toBe(20_000n)
    await expect(asked('11.99')).rejects.toMatchObject({ details: { minimum: '0.0002' } })
  })

  test('is at least as many times the cost of forwarding as the operator says', async () => {
    await openChain(shop.ctx, 'ETH')
    await startWith({ costMultiple: 2 })
    await expect(asked('1.57', 'USDC_ETH')).rejects.toMatchObject({ details: { minimum: '1.575' } })
    expect(await asked('1.58', 'USDC_ETH')).toBe(1_580_000n)
  })
})

describe('rules', () => {
  const rowsOfRules = () => db().selectFrom('payment_rules').selectAll().execute()

  test('are stored once, however often an api is started with them', async () => {
    const before = await rowsOfRules()
    await startWith({})
    await startWith({ keptBps: 9_900 })
    await startWith({ keptBps: 9_900 })
    expect(await rowsOfRules()).toHaveLength(before.length + 1)
  })

  test('of payments that are older than rules are the documented ones', async () => {
    const [older] = await rowsOfRules()
    expect(older?.content).toBe(textOfRules(defaultRules))
    const { rulesId } = await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(rulesId).toBe(older?.id)
    const { rows } = await sql<{ standard: string }>`SELECT column_default AS standard FROM information_schema.columns
      WHERE table_name = 'payment' AND column_name = 'rules_id'`.execute(db())
    expect(rows).toEqual([{ standard: `'${rulesId}'::text` }])
  })

  test('are read once by a process, whatever number of payments and blocks names them', async () => {
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

  test('that nobody stored judge nothing', async () => {
    const stranger = { rulesId: 'nobody’s' }
    const rulesOf = await readRules(shop.ctx.orm.em.fork(), [stranger])
    expect(() => rulesOf(stranger)).toThrow('there are no rules nobody’s')
    Object.assign(shop.ctx, { paymentRules: { id: 'ffffffffffffffff', rules: defaultRules } })
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow('payment_rules_id_fkey')
  })
})

describe('the audit', () => {
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

  test('names a payment that was put under other rules than its own', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const { id } = await storeRules(shop.ctx, { ...defaultRules, toleranceQuotedUnits: 5, ...bandsOfBitcoin(4, 4, 4, 4) })
    await asOwner(`UPDATE payment SET rules_id = '${id}'`)
    expect(await differences()).toEqual(['toleranceUnits: 1, not 5', 'confirmationsRequired: 1, not 4'])
    await asOwner(`UPDATE payment SET rules_id = '${payment.rulesId}'`)
    expect(await differences()).toEqual([])
  })

  test('names a verdict that the rules of the payment did not give', async () => {
    const { usual, other } = await twoKinds({ keptBps: 5_000 })
    await expireAll(usual, other)
    prices = { ...prices, 'BTC/USD': '30000' }
    await mine(pay(other, 100_000n, 2))
    await asOwner(`UPDATE payment SET rules_id = '${usual.rulesId}'`)
    expect(await differences()).toContain('lateVerdict: good, not poor')
    await asOwner(`UPDATE payment SET rules_id = '${other.rulesId}' WHERE id = '${other.id}'`)
  })
})
