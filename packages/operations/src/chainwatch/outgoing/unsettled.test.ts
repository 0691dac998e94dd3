import { tables } from '@gateway/db/tables'
import { LEDGER_RETRY_MS } from '@gateway/domain/custody/hold-reasons'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import type { LogFields } from '../../kernel/log.ts'
import { listHeld } from '../../payments/held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../../payments/sweeps/sweep-payments.ts'
import { attemptsOf, flushedUsdc, inputOf, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let eth: TestChain
let alarms: LogFields[]
beforeEach(async () => {
  alarms = []
  shop = await openShop({ log: { info: () => {}, warn: () => {}, error: (fields: LogFields) => void alarms.push(fields) } }, 2)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const A = 20_000_000n
const B = 30_000_000n
const ABSENT_MS = 72 * 60 * 60_000

const db = () => tables(shop.ctx.orm.em.fork())
const ask = () => shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
const pay = (payment: Payment, units: bigint, tx: number) => eth.mine({ transfers: [tokens(payment.address, units, { tx })] })
const legs = () => legsOf(shop.ctx)
const reasons = async () => (await listHeld(shop.ctx)).map(({ reason }) => reason)

/** A payment of which only the first part was moved. */
const MOVED = { state: 'forwarded', receivedUnits: A + B, merchantUnits: 19_800_000n, feeUnits: 200_000n } as const

const figure = async () =>
  (
    await payoutMetrics
      .find(({ name }) => name === 'flushes_short')
      ?.query(shop.ctx.clock.now())
      .execute(db())
  )?.rows[0]?.value

/** The shortfall by owner. */
async function shortfall(): Promise<Record<string, bigint>> {
  const rows = await db().selectFrom('account').select(['owner', 'bal']).where('code', '=', 'suspense:shortfall').execute()
  return Object.fromEntries(rows.map(({ owner, bal }) => [owner, bal]))
}

/** A confirmed payment with a final flush of these units. */
async function movedOnly(
  units: bigint,
  parts: readonly bigint[],
  log: { merchantUnits?: bigint; feeUnits?: bigint } = {},
): Promise<Payment> {
  const payment = await ask()
  for (const [place, part] of parts.entries()) await pay(payment, part, place + 1)
  await eth.mineEmpty(11)
  const { height } = await eth.mine({ flushes: [{ ...flushedUsdc(payment.address, units), ...log }] })
  await eth.mineEmpty(1, height)
  return payment
}

describe('a flush that moved less than counted', () => {
  test('a short flush settles at the amount of its log with an alarm, and books the shortfall separately', async () => {
    const payment = await movedOnly(A, [A + B])
    expect(await legs()).toEqual([`0 ${A + B} final`])
    expect(await reasons()).toEqual([])
    expect(alarms).toMatchObject([{ alarm: 'flush_short', units: `${B}` }])
    expect(await shop.read(payment.id)).toMatchObject(MOVED)
    expect(await shop.book()).toMatchObject({ 'USDC_ETH chain:treasury': -200_000n, 'USDC_ETH platform:fee': 200_000n })
    expect(await shortfall()).toEqual({ ETH: -B, [shop.businessId]: B })
    expect(await figure()).toBe(1)
    shop.ctx.clock.advance(25 * 60 * 60_000)
    expect(await figure()).toBe(0)
  })

  test('a short flush settles once, and a later deposit opens its own round', async () => {
    const payment = await movedOnly(A, [A, B])
    await eth.mineEmpty(2)
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await pay(payment, B, 9)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${A + B} final`, `1 ${B} planned`])
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: A + 2n * B, merchantUnits: 49_500_000n, feeUnits: 500_000n })
    expect(alarms).toHaveLength(1)
    const settled = await db().selectFrom('transfer').select('ref').where('kind', '=', 'settle').execute()
    expect(settled).toHaveLength(1)
  })

  test('a fee that its receiver refused stays owed by the merchant', async () => {
    const payment = await movedOnly(A, [A + B], { merchantUnits: A, feeUnits: 0n })
    expect(await shop.read(payment.id)).toMatchObject(MOVED)
    expect(await shop.book()).toMatchObject({ 'USDC_ETH merchant:receivable': -200_000n, 'USDC_ETH platform:fee': 200_000n })
  })

  test('a short flush before confirmation counts at the moved amount once the payment is confirmed', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, A - 1_000_000n)] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${A} final`])
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', merchantUnits: 48_510_000n, feeUnits: 490_000n })
  })

  test('an orphaned short flush clears the shortfall, and the next flush settles the whole round', async () => {
    const payment = await movedOnly(A, [A + B])
    await eth.rollBack(2)
    expect(await legs()).toEqual([`0 ${A + B} planned`])
    expect(await shortfall()).toEqual({ ETH: 0n, [shop.businessId]: 0n })
    expect(await figure()).toBe(0)
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, A + B)] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${A + B} final`])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', merchantUnits: 49_500_000n, feeUnits: 500_000n })
    expect(await shortfall()).toEqual({ ETH: 0n, [shop.businessId]: 0n })
  })
})

describe('a payout that the ledger rejects', () => {
  /** Makes the ledger reject further settlements, as if the merchants' claims had been taken away. */
  const spoil = (code: string) => sql`UPDATE account SET floor = bal WHERE code = ${code}`.execute(db())
  const mend = (code: string) => sql`UPDATE account SET floor = 0 WHERE code = ${code}`.execute(db())

  test('retries a rejected flush settlement every hour and settles it once the operator corrected the rows', async () => {
    const payment = await ask()
    await pay(payment, A + B, 1)
    await eth.mineEmpty(11)
    await spoil('merchant:payable')
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, A + B)] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${A + B} held settlement_refused_by_book`])
    shop.ctx.clock.advance(LEDGER_RETRY_MS)
    await eth.mineEmpty(1)
    expect(await legs()).toEqual([`0 ${A + B} held settlement_refused_by_book`])
    await mend('merchant:payable')
    await eth.mineEmpty(1)
    expect(await legs()).toEqual([`0 ${A + B} held settlement_refused_by_book`])
    shop.ctx.clock.advance(LEDGER_RETRY_MS)
    await eth.mineEmpty(1)
    expect(await legs()).toEqual([`0 ${A + B} final`])
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })

  test('retries a flush whose credits the ledger rejected', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    await eth.mine()
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    await sql`UPDATE account SET ceiling = bal WHERE code = 'chain:deposit' AND asset = 'USDC_ETH'`.execute(db())
    await sql`ALTER TABLE account ADD CONSTRAINT spoilt CHECK (asset <> 'USDC_ETH' OR code <> 'chain:deposit' OR bal = ${sql.lit(-Number(A + B))})`.execute(
      db(),
    )
    const { height } = await eth.mine({ flushes: [flushedUsdc(payment.address, A + B + 1_000_000n)] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${A + B} held flush_refused_by_book`])
    shop.ctx.clock.advance(LEDGER_RETRY_MS)
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('nothing_to_forward')
    await sql`ALTER TABLE account DROP CONSTRAINT spoilt`.execute(db())
    await sql`UPDATE account SET ceiling = 0 WHERE code = 'chain:deposit'`.execute(db())
    await eth.mineEmpty(1)
    expect(await legs()).toEqual([`0 ${A + B + 1_000_000n} final`])
    expect((await shop.read(payment.id)).state).toBe('forwarded')
  })

  test('lists a rejected flush without a planned payout as held until it settles', async () => {
    const [first, payment] = [await ask(), await ask()]
    await pay(first, A, 1)
    await eth.mine({ flushes: [flushedUsdc(first.address, A)] })
    await pay(payment, A, 2)
    const { height } = await eth.mine({ flushes: [{ ...flushedUsdc(payment.address, A), txId: `0x${'6'.repeat(64)}` }] })
    await sql`ALTER TABLE account ADD CONSTRAINT spoilt CHECK (code <> 'merchant:payable' OR bal = 0)`.execute(db())
    await eth.mineEmpty(1, height)
    expect(await reasons()).toEqual(['flush_refused_by_book', 'flush_refused_by_book'])
    await sql`ALTER TABLE account DROP CONSTRAINT spoilt`.execute(db())
    shop.ctx.clock.advance(LEDGER_RETRY_MS)
    await eth.mineEmpty(1)
    expect(await legs()).toEqual([`0 ${A} final`, `0 ${A} final`])
    expect(await reasons()).toEqual([])
  })

  test('retries a rejected Bitcoin settlement and signs nothing meanwhile', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await spoil('merchant:payable')
    await btc.mineEmpty(5)
    expect(await legs()).toEqual(['0 100000 held settlement_refused_by_book'])
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ n: 0, state: 'final' }])
    await mend('merchant:payable')
    shop.ctx.clock.advance(LEDGER_RETRY_MS)
    await btc.mineEmpty(1)
    expect(await legs()).toEqual(['0 100000 final'])
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ n: 0, state: 'final' }])
    expect((await shop.read(payment.id)).state).toBe('forwarded')
  })
})

describe('a payout that lost deposits', () => {
  test('a payout whose deposits died is no longer held, and resumes if they reappear', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    const coin = { resource: '9'.repeat(64), sequence: 0, txId: deposit.txId }
    await btc.mine({ transfers: [deposit], inputs: [coin] })
    await btc.rollBack()
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('deposits_do_not_match')
    expect(await reasons()).toEqual(['deposits_do_not_match'])
    await btc.showMempool()
    await btc.mine({ inputs: [{ ...coin, txId: 'f'.repeat(64) }] })
    await btc.mineEmpty(5)
    expect(await reasons()).toEqual([])
    shop.ctx.clock.advance(60_000)
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('nothing_to_forward')
    await btc.mine({ transfers: [deposit] })
    expect(await legs()).toEqual(['0 100000 held deposits_do_not_match'])
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await legs()).toEqual(['0 100000 signed'])
  })

  test('a payout that lost one deposit kills its attempt and signs the rest', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const [kept, lost] = [output(payment.address, 60_000n, { tx: 1 }), output(payment.address, 40_000n, { tx: 2 })]
    const coin = { resource: '9'.repeat(64), sequence: 0, txId: lost.txId }
    await btc.mine({ transfers: [kept] })
    await btc.mine({ transfers: [lost], inputs: [coin] })
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await btc.rollBack()
    await btc.showMempool()
    await btc.mine({ inputs: [{ ...coin, txId: 'f'.repeat(64) }] })
    await btc.mineEmpty(4)
    expect(await legs()).toEqual(['0 100000 broadcast'])
    await btc.mineEmpty(1)
    expect(await legs()).toEqual(['0 60000 held deposits_do_not_match'])
    expect(await attemptsOf(shop.ctx)).toMatchObject([
      { n: 0, state: 'dead', proof: { spent: { resource: coin.resource, sequence: coin.sequence } } },
    ])
    shop.ctx.clock.advance(30_000)
    await sweepPayments(shop.ctx)
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    const [, second] = await attemptsOf(shop.ctx)
    expect(second).toMatchObject({ n: 1, supersedes: 0, inputs: [inputOf(kept)] })
    await btc.mine({ attempts: second ? [second] : [] })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual(['0 60000 final'])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: 60_000n, feeUnits: 600n })
  })

  test('a payout whose deposit was missing for 72 hours pays the rest once a proof arrives', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const [kept, lost] = [output(payment.address, 60_000n, { tx: 1 }), output(payment.address, 40_000n, { tx: 2 })]
    const coin = { resource: '9'.repeat(64), sequence: 0, txId: lost.txId }
    await btc.mine({ transfers: [kept] })
    await btc.mine({ transfers: [lost], inputs: [coin] })
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await btc.rollBack()
    await btc.showMempool()
    shop.ctx.clock.advance(ABSENT_MS)
    await btc.showMempool()
    await btc.mineEmpty(1)
    const dead = await db().selectFrom('deposit').select('units').where('dead', '=', true).execute()
    expect(dead).toEqual([{ units: 40_000n }])
    await btc.mine({ inputs: [{ ...coin, txId: 'f'.repeat(64) }] })
    await btc.mineEmpty(4)
    expect(await legs()).toEqual(['0 100000 broadcast'])
    await btc.mineEmpty(1)
    expect(await legs()).toEqual(['0 60000 held deposits_do_not_match'])
    expect(await attemptsOf(shop.ctx)).toMatchObject([
      { n: 0, state: 'dead', proof: { spent: { resource: coin.resource, sequence: coin.sequence } } },
    ])
    await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, {
      fees: { family: 'utxo', milliSatsPerVbyte: 2_000n },
      at: shop.ctx.clock.now(),
    })
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    const [, second] = await attemptsOf(shop.ctx)
    await btc.mine({ attempts: second ? [second] : [] })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual(['0 60000 final'])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: 60_000n, feeUnits: 600n })
  })

  test('a payout whose deposits were missing for 72 hours pays the one that reappears', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const [back, lost] = [output(payment.address, 60_000n, { tx: 1 }), output(payment.address, 40_000n, { tx: 2 })]
    await btc.mine({ transfers: [back, lost] })
    await btc.rollBack()
    await btc.showMempool()
    shop.ctx.clock.advance(ABSENT_MS)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect(await legs()).toEqual(['0 100000 planned'])
    await btc.mine({ transfers: [back] })
    expect(await legs()).toEqual(['0 60000 planned'])
    await btc.mine({ transfers: [lost] })
    await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, {
      fees: { family: 'utxo', milliSatsPerVbyte: 2_000n },
      at: shop.ctx.clock.now(),
    })
    await signForward(shop.signer, { paymentId: payment.id })
    await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual(['0 60000 final', '1 40000 planned'])
  })

  test('a payout whose deposits another round’s flush took is no longer held', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    const first = await eth.mine({ flushes: [flushedUsdc(payment.address, A)] })
    await pay(payment, B, 2)
    await eth.mineEmpty(11, first.height)
    expect(await legs()).toEqual([`0 ${B} planned`, `1 ${A} final`])
    // The third-party flush is orphaned with all that followed; in the new branch one flush takes both parts.
    await eth.rollBack(13)
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${B} planned`, `1 ${A} planned`])
    const both = await eth.mine({ flushes: [flushedUsdc(payment.address, A + B)] })
    await eth.mineEmpty(1, both.height)
    expect(await legs()).toEqual([`0 ${A + B} final`, `1 ${A} void`])
    expect(await reasons()).toEqual([])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: A + B })
  })
})
