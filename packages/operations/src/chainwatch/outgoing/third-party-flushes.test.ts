import { ChainUnavailable } from '@gateway/chains/errors'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, coins, flushed, flushedUsdc, openChain, type TestChain, tokens, txOf, THIRD_PARTY } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { matchBlock } from '../scanner/match-block.ts'

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const A = 20_000_000n
const B = 30_000_000n

const db = () => tables(shop.ctx.orm.em.fork())
const ask = () => shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
const pay = (payment: Payment, units: bigint, tx: number) => eth.mine({ transfers: [tokens(payment.address, units, { tx })] })
const flush = (payment: Payment, units: bigint, tx?: string) => eth.mine({ flushes: [flushedUsdc(payment.address, units, tx)] })
const legs = () => legsOf(shop.ctx)
const paidOut = async () => {
  const { merchant, fee } = await db()
    .selectFrom('flush')
    .where('intentId', 'is not', null)
    .select(({ fn }) => [fn.sum<string>('merchantUnits').as('merchant'), fn.sum<string>('feeUnits').as('fee')])
    .executeTakeFirstOrThrow()
  return [BigInt(merchant), BigInt(fee)]
}
const amounts = async ({ id }: Payment) => {
  const { state, receivedUnits, merchantUnits, feeUnits, networkFeeUnits } = await shop.read(id)
  if (merchantUnits !== null) expect(merchantUnits + (feeUnits ?? 0n) + (networkFeeUnits ?? 0n)).toBe(receivedUnits)
  return { state, receivedUnits, merchantUnits }
}

/** Signs, broadcasts and mines our own flush of these units. */
async function forward(payment: Payment, units: bigint): Promise<number> {
  await signForward(shop.signer, { paymentId: payment.id })
  await eth.send()
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  const { height } = await eth.mine({ attempts: attempt ? [attempt] : [], flushes: [flushedUsdc(payment.address, units, attempt?.handle)] })
  return height
}

describe('a third-party flush', () => {
  test('a flush of the first part before the second arrives settles that part only; ours pays the rest', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    const { height } = await flush(payment, A)
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${A + B} planned`])
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${B} planned`, `1 ${A} final`])
    expect((await shop.read(payment.id)).state).toBe('confirmed')
    const last = await forward(payment, B)
    await eth.mineEmpty(1, last)
    expect(await legs()).toEqual([`0 ${B} final`, `1 ${A} final`])
    expect(await amounts(payment)).toEqual({ state: 'forwarded', receivedUnits: A + B, merchantUnits: 49_500_000n })
    expect(await paidOut()).toEqual([49_500_000n, 500_000n])
  })

  test("a flush of one part charges its fee separately, and the payment shows the contract's fees", async () => {
    const payment = await ask()
    await pay(payment, 19_999_999n, 1)
    const log = flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: 19_800_000n, feeUnits: 199_999n }, THIRD_PARTY)
    const { height } = await eth.mine({ flushes: [log] })
    await pay(payment, 30_000_099n, 2)
    await eth.mineEmpty(11)
    await eth.mineEmpty(1, height)
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: 50_000_098n, feeUnits: 199_999n + 300_000n })
  })

  test('a flush of the first part while ours is in flight is booked as its own leg', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    const first = await flush(payment, A)
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    const last = await forward(payment, B)
    await eth.mineEmpty(1, first.height)
    expect(await legs()).toEqual([`0 ${B} broadcast`, `1 ${A} final`])
    await eth.mineEmpty(1, last)
    expect(await amounts(payment)).toMatchObject({ state: 'forwarded' })
    expect(await paidOut()).toEqual([49_500_000n, 500_000n])
  })

  test('a flush of a planned forward settles it, and our later flush is booked as the next leg', async () => {
    const payment = await ask()
    await pay(payment, A + B, 1)
    await eth.mineEmpty(11)
    await signForward(shop.signer, { paymentId: payment.id })
    await eth.send()
    const first = await flush(payment, A + B)
    await pay(payment, B, 2)
    const last = await eth.mine({
      attempts: await attemptsOf(shop.ctx),
      flushes: [flushedUsdc(payment.address, B, (await attemptsOf(shop.ctx))[0]?.handle)],
    })
    await eth.mineEmpty(1, first.height)
    expect(await amounts(payment)).toMatchObject({ state: 'forwarded' })
    await eth.mineEmpty(1, last.height)
    expect(await legs()).toEqual([`0 ${A + B} final`, `1 ${B} final`])
    expect(await amounts(payment)).toEqual({ state: 'forwarded', receivedUnits: A + B + B, merchantUnits: 79_200_000n })
    await eth.mineEmpty(12)
  })

  test('a flush of an underpaid payment changes no state and shows no split, and the rest is forwarded alone', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    const first = await flush(payment, A)
    await eth.mineEmpty(1, first.height)
    expect(await legs()).toEqual([`0 ${A} final`])
    expect(await amounts(payment)).toEqual({ state: 'pending', receivedUnits: A, merchantUnits: null })
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${A} final`, `1 ${B} planned`])
    const last = await forward(payment, B)
    await eth.mineEmpty(1, last)
    expect(await amounts(payment)).toEqual({ state: 'forwarded', receivedUnits: A + B, merchantUnits: 49_500_000n })
  })

  test('a flush of an expired payment is booked and leaves the payment expired', async () => {
    const payment = await ask()
    await db().updateTable('payment').set({ state: 'expired' }).execute()
    await pay(payment, A, 1)
    const { height } = await flush(payment, A)
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${A} final`])
    expect(await amounts(payment)).toEqual({ state: 'expired', receivedUnits: A, merchantUnits: null })
    await db().updateTable('payment').set({ state: 'pending' }).execute()
  })

  test('a flush before a deposit in the same block leaves that deposit at the address', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    const late = tokens(payment.address, B, { tx: 2 })
    const { height } = await eth.mine({ order: [THIRD_PARTY], flushes: [flushedUsdc(payment.address, A)], transfers: [late] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${A} final`])
    await eth.mineEmpty(10)
    expect(await legs()).toEqual([`0 ${A} final`, `1 ${B} planned`])
  })

  test('a settlement that the ledger rejects is held alone while other flushes settle', async () => {
    const [bad, good] = [await ask(), await ask()]
    await pay(bad, A + B, 1)
    await pay(good, A + B, 2)
    await eth.mineEmpty(11)
    // The merchants' claim covers one settlement and not two, as if half of it had been taken away.
    await sql`UPDATE account SET floor = bal - 49500000 WHERE code = 'merchant:payable'`.execute(db())
    const { height } = await eth.mine({
      flushes: [flushedUsdc(bad.address, A + B, `0x${'6'.repeat(64)}`), flushedUsdc(good.address, A + B)],
    })
    await eth.mineEmpty(2, height)
    expect((await legs()).toSorted()).toEqual([`0 ${A + B} final`, `0 ${A + B} held settlement_refused_by_book`])
  })
})

test('a third party that flushes tens of thousands of times creates as many legs and blocks nothing', async () => {
  const payment = await ask()
  await pay(payment, A, 1)
  await eth.mineEmpty(1, (await flush(payment, A, 'f1')).height)
  await sql`UPDATE spend_intent SET leg = 32767`.execute(db())
  await pay(payment, B, 2)
  await eth.mineEmpty(1, (await flush(payment, B, 'f2')).height)
  expect(await legs()).toEqual([`32767 ${A} final`, `32768 ${B} final`])
})

describe('the ledger', () => {
  test('books gas above the known treasury balance', async () => {
    const payment = await ask()
    await pay(payment, A + B, 1)
    await eth.mineEmpty(11)
    await signForward(shop.signer, { paymentId: payment.id })
    await eth.send()
    const attempts = await attemptsOf(shop.ctx)
    const txId = attempts[0]?.handle ?? ''
    const receipts = [{ txId, succeeded: true, feeUnits: 10n ** 18n + 5n }]
    const { height } = await eth.mine({ attempts, receipts, flushes: [flushedUsdc(payment.address, A + B, txId)] })
    await eth.mineEmpty(2, height)
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    expect(await shop.book()).toMatchObject({ 'ETH chain:treasury': 5n, 'ETH platform:cost': -5n })
  })

  test('plans two legs of one object in one call', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    await pay(payment, A, 2)
    await pay(payment, A, 3)
    await eth.mineEmpty(11)
    await db().updateTable('deposit').set({ intentId: null }).where('subject', '=', 'payment').execute()
    const deposits = await db().selectFrom('deposit').selectAll().where('subject', '=', 'payment').orderBy('id').execute()
    const seen: { takers: number; plans: number }[] = []
    const planned = shop.ctx.orm.em.fork().transactional(async (em) => {
      await sql`UPDATE account SET floor = NULL`.execute(tables(em))
      const holding = { asset: payment.asset, chain: payment.chain, mode: payment.mode, businessId: shop.businessId }
      const split = { merchantUnits: A, feeUnits: 0n, networkFeeUnits: 0n }
      const terms = { purpose: 'forward' as const, ref: payment.id, holding, payoutTermsId: payment.payoutTermsId, split }
      const spends = deposits.slice(0, 2).map((deposit, place) => ({ ...terms, leg: 7 + place, deposits: [deposit] }))
      await planIntents(em, shop.ctx, spends)
      const taken = await tables(em).selectFrom('deposit').select('intentId').where('intentId', 'is not', null).execute()
      const plans = await tables(em).selectFrom('transfer').select('ref').where('kind', '=', 'plan').execute()
      seen.push({ takers: new Set(taken.map((row) => row.intentId)).size, plans: plans.length })
      throw new Error('only looked at')
    })
    await expect(planned).rejects.toThrow('only looked at')
    expect(seen).toEqual([{ takers: 2, plans: 3 }])
    await db()
      .updateTable('deposit')
      .set({ intentId: (await db().selectFrom('spend_intent').select('id').executeTakeFirstOrThrow()).id })
      .where('subject', '=', 'payment')
      .execute()
  })

  test('reassigns a log that a reorg moved to another payment', async () => {
    const [first, second] = [await ask(), await ask()]
    await pay(first, A + B, 1)
    await eth.mineEmpty(11)
    await eth.rollBack(12)
    await pay(second, A + B, 1)
    const rows = await db()
      .selectFrom('deposit')
      .select(['subjectId', 'state', 'creditRevision'])
      .where('subject', '=', 'payment')
      .execute()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ subjectId: first.id, state: 'gone', creditRevision: null })
    expect(rows).toContainEqual({ subjectId: second.id, state: 'included', creditRevision: null })
    await eth.mineEmpty(11)
    expect((await shop.read(second.id)).state).toBe('confirmed')
    expect((await shop.book())['USDC_ETH merchant:payable']).toBe(49_500_000n)
  })

  test('plans a new leg when a log comes back with another amount', async () => {
    const payment = await ask()
    await pay(payment, A + B, 1)
    await eth.mineEmpty(11)
    await eth.rollBack(12)
    await pay(payment, A + B + 5n, 1)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${A + B} planned`, `1 ${A + B + 5n} planned`])
  })

  test('shrinks a leg when one of its deposits comes back with another amount, and pays that one in the same flush', async () => {
    const payment = await ask()
    await pay(payment, A, 1)
    await pay(payment, B, 2)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${A + B} planned`])
    await eth.rollBack(13)
    await pay(payment, A, 1)
    await pay(payment, B + 5n, 2)
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${A} planned`])
    expect((await shop.book())['USDC_ETH payment:held']).toBe(B + 5n)
    const height = await forward(payment, A + B + 5n)
    await eth.mineEmpty(1, height)
    expect(await amounts(payment)).toMatchObject({ state: 'forwarded', receivedUnits: A + B + 5n })
    expect(await paidOut()).toEqual([A + B + 5n - (A + B + 5n) / 100n, (A + B + 5n) / 100n])
  })
})

test('a leg pays the rest when only the block of its other deposit was rolled back', async () => {
  const payment = await ask()
  await pay(payment, A, 1)
  await pay(payment, B, 2)
  await eth.mineEmpty(11)
  await eth.rollBack(12)
  await pay(payment, B + 5n, 2)
  await eth.mineEmpty(11)
  expect(await legs()).toEqual([`0 ${A} planned`])
  expect(await signForward(shop.signer, { paymentId: payment.id })).toBeDefined()
  expect(await attemptsOf(shop.ctx)).toHaveLength(1)
})

describe('a node during a reorg', () => {
  test('rejects a receipt of another block', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    const transfer = coins(payment.address, payment.dueUnits, { tx: 5 })
    const block = {
      height: 102,
      hash: 'x',
      parentHash: 'y',
      at: new Date(),
      txIds: [transfer.txId],
      transfers: [transfer],
      inputs: [],
      flushes: [],
    }
    const receiptIn = (blockHash: string) => ({
      ...eth.node,
      readReceipts: async () => [{ txId: transfer.txId, succeeded: true, feeUnits: 0n, blockHash }],
    })
    expect((await matchBlock(shop.ctx, receiptIn('x'), block)).hits).toHaveLength(1)
    await expect(matchBlock(shop.ctx, receiptIn('z'), block)).rejects.toThrow(ChainUnavailable)
  })

  test('records five thousand unsupported token logs once per transaction and address', async () => {
    const payment = await ask()
    const token = `0x${'7'.repeat(40)}`
    await eth.mine({ transfers: Array.from({ length: 5_000 }, (_, log) => tokens(payment.address, 1n, { tx: 9, log, token })) })
    expect(await db().selectFrom('deposit').select('txId').where('asset', 'is', null).execute()).toEqual([{ txId: `0x${txOf(9)}` }])
    expect((await shop.read(payment.id)).exceptions).toEqual(['wrong_asset'])
  })
})
