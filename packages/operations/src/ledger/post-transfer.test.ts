import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { AccountCode, Entry, LedgerTransfer } from '@gateway/domain/ledger/entry'
import {
  depositCredited,
  forwardPlanned,
  gasPaid,
  type Holding,
  payoutBroadcast,
  payoutFinal,
  treasuryFunded,
} from '@gateway/domain/ledger/templates'
import { splitReceived } from '@gateway/domain/payments/rules'
import { countedIds } from '@gateway/testing/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { transaction } from '../kernel/transaction.ts'
import { findViolations } from '../invariants/find-violations.ts'
import { postTransfers } from './post-transfer.ts'
import { reverseTransfers } from './reverse-transfer.ts'

let ctx: TestApiContext
let names = 0
let holding: Holding
beforeAll(async () => void (ctx = await testApiContext({ ids: countedIds() })))
afterAll(async () => {
  const broken = (await findViolations(ctx.orm.em.fork())).filter(({ id }) => ['I1', 'I2', 'I3', 'I4'].includes(id))
  await ctx.close()
  if (broken.length > 0) throw new Error(JSON.stringify(broken))
})
beforeEach(() => void (holding = { asset: 'ETH', chain: 'ETH', mode: 'live', businessId: `business-${++names}` }))

const post = (...transfers: LedgerTransfer[]) => transaction(ctx, (em) => postTransfers(em, ctx, transfers))
const deposit = (ref: string, units: bigint) => depositCredited(holding, { id: `${names}:${ref}`, units, heldIn: 'payment:held' })
const custom = (ref: string, entries: readonly Entry[]): LedgerTransfer => ({
  kind: 'funding',
  chain: null,
  ref: `${names}:${ref}`,
  revision: 0,
  reverses: null,
  asset: 'ETH',
  mode: 'live',
  entries,
})
const balance = async (code: AccountCode) => {
  const row = await tables(ctx.orm.em.fork())
    .selectFrom('account')
    .select('bal')
    .where('owner', '=', holding.businessId)
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.bal ?? 0n
}

describe('the ledger', () => {
  test('posts a transfer whose entries add up to zero', async () => {
    const transfer = deposit('1', 100n)
    expect(await post(transfer)).toEqual(new Set([transfer.ref]))
    expect(await balance('payment:held')).toBe(100n)
  })

  test('posts a transfer once when it is posted concurrently', async () => {
    const transfer = deposit('1', 100n)
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(transfer)))
    expect(answers.flatMap((answer) => [...answer])).toEqual([transfer.ref])
    expect(await balance('payment:held')).toBe(100n)
  })

  test('posts a transfer once when one call names it twice', async () => {
    await post(deposit('1', 100n), deposit('1', 100n))
    expect(await balance('payment:held')).toBe(100n)
  })

  test('rejects an unbalanced transfer with its whole transaction', async () => {
    const crooked = custom('crooked', [
      { code: 'platform:fee', owner: holding.businessId, units: 7n },
      { code: 'platform:cost', owner: holding.businessId, units: -6n },
    ])
    await expect(post(deposit('1', 100n), crooked)).rejects.toThrow('does not balance')
    expect(await balance('payment:held')).toBe(0n)
  })

  test('rejects a negative claim and a balance above an account’s ceiling', async () => {
    await post(deposit('1', 100n))
    const split = splitReceived(101n, 100, 0n)
    await expect(
      post(forwardPlanned(holding, { id: `${names}:i`, split, held: [{ heldIn: 'payment:held', units: 101n }] })),
    ).rejects.toThrow('account_floor')
    const other = custom('ceiling', [
      { code: 'merchant:receivable', owner: holding.businessId, units: 1n },
      { code: 'platform:cost', owner: holding.businessId, units: -1n },
    ])
    await expect(post(other)).rejects.toThrow('account_ceiling')
    expect(await balance('payment:held')).toBe(100n)
  })

  test('keeps amounts above 64 bits exactly', async () => {
    const units = 2n ** 255n + 1n
    await post(deposit('1', units))
    expect(await balance('payment:held')).toBe(units)
    await transaction(ctx, (em) =>
      reverseTransfers(em, ctx, { kind: 'deposit', keys: [{ ref: `${names}:1`, revision: 0 }], blockHash: 'b' }),
    )
    expect(await balance('payment:held')).toBe(0n)
  })

  test('reverses a transfer once per orphaned block, and nothing that was never posted', async () => {
    await post(deposit('1', 100n), deposit('2', 5n))
    const keys = ['1', 'unknown'].map((ref) => ({ ref: `${names}:${ref}`, revision: 0 }))
    const reverse = (em: Em) => reverseTransfers(em, ctx, { kind: 'deposit', keys, blockHash: 'b' })
    await transaction(ctx, reverse)
    await transaction(ctx, reverse)
    expect(await balance('payment:held')).toBe(5n)
  })

  test('posts each revision once, and reverses only the named one', async () => {
    const [first, next] = [deposit('1', 100n), { ...deposit('1', 30n), revision: 1 }]
    await post(first, next)
    await post(first, next)
    expect(await balance('payment:held')).toBe(130n)
    await transaction(ctx, (em) => reverseTransfers(em, ctx, { kind: 'deposit', keys: [next], blockHash: 'b' }))
    expect(await balance('payment:held')).toBe(100n)
  })

  test('concurrent postings in opposite orders do not deadlock', async () => {
    const businesses = Array.from({ length: 6 }, (_, number) => ({ ...holding, businessId: `${holding.businessId}-${number}` }))
    const rounds = Array.from({ length: 40 }, (_, round) => {
      const order = round % 2 === 0 ? businesses : businesses.toReversed()
      return order.map((owner, place) => depositCredited(owner, { id: `${names}:${round}:${place}`, units: 1n, heldIn: 'payment:held' }))
    })
    // Straight to the database: a deadlock would show, where `transaction` repeats it.
    await Promise.all(rounds.map((transfers) => ctx.orm.em.fork().transactional((em) => postTransfers(em, ctx, transfers))))
    const { rows } = await sql<{ bal: string }>`SELECT bal FROM account WHERE owner LIKE ${`${holding.businessId}-%`}`.execute(
      tables(ctx.orm.em.fork()),
    )
    expect(rows.map((row) => row.bal)).toEqual(businesses.map(() => '40'))
  })

  test.each([
    ['transfer', 'kind'],
    ['entry', 'asset'],
    ['event', 'type'],
    ['quote', 'asset'],
    ['payout_terms', 'chain'],
    ['observation', 'kind'],
  ])('rejects updates, deletions and truncation of %s', async (table, column) => {
    const run = (statement: string) => ctx.orm.em.fork().getConnection().execute(statement)
    for (const statement of [`UPDATE "${table}" SET ${column} = ${column}`, `DELETE FROM "${table}"`, `TRUNCATE "${table}" CASCADE`])
      await expect(run(statement)).rejects.toThrow(`${table} is append-only`)
  })
})

describe('any order of operations', () => {
  const step = fc.record({
    units: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    bps: fc.integer({ min: 0, max: 1_000 }),
    stage: fc.integer({ min: 0, max: 5 }),
  })

  test('keeps the ledger balanced, whatever was deposited, planned, sent, settled or reversed', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), fc.constantFrom<AssetCode>('ETH', 'BTC'), async (steps, asset) => {
        const own: Holding = { ...holding, asset, chain: asset === 'BTC' ? 'BTC' : 'ETH', businessId: `property-${++round}` }
        for (const [number, { units, bps, stage }] of steps.entries()) await live(own, { ref: `p${round}:${number}`, units, bps, stage })
        const broken = await findViolations(ctx.orm.em.fork())
        expect(broken.filter(({ id }) => ['I1', 'I2', 'I3', 'I4'].includes(id))).toEqual([])
      }),
      { numRuns: 10, seed: 7 },
    )
  })

  /** Takes a deposit to a stage; stage 5 settles and then orphans it. */
  async function live(own: Holding, leg: { ref: string; units: bigint; bps: number; stage: number }): Promise<void> {
    const { ref, units, bps, stage } = leg
    const network = units / 100n
    const planned = splitReceived(units, bps, network)
    const paid = splitReceived(units, bps, network / 2n)
    const treasury = { asset: own.asset, chain: own.chain, mode: own.mode }
    const stages = [
      [depositCredited(own, { id: ref, units, heldIn: 'payment:held' }), treasuryFunded(treasury, { id: `${ref}:fund`, units })],
      [forwardPlanned(own, { id: ref, split: planned, held: [{ heldIn: 'payment:held', units }] })],
      [payoutBroadcast(own, { id: ref, units })],
      [payoutFinal(own, { id: ref, planned, paid, platformPaid: units % 2n === 0n, takenBackUnits: 0n })],
      [gasPaid(treasury, { txId: ref, units: units / 2n + 1n })],
    ]
    for (const transfers of stages.slice(0, stage + 1)) await post(...transfers)
    if (stage < 5) return
    for (const kind of ['settle', 'broadcast', 'plan', 'deposit'] as const)
      await transaction(ctx, (em) => reverseTransfers(em, ctx, { kind, keys: [{ ref, revision: 0 }], blockHash: 'b' }))
  }
})
