import { tables } from '@gateway/db/tables'
import { plans } from '@gateway/domain/businesses/plan'
import type { Payment } from '@gateway/domain/payments/payment'
import { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { flushedUsdc, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

const MANY = 2_000

let shop: TestShop
let eth: TestChain
let payments: Payment[]
beforeAll(async () => {
  shop = await openShop({ plans: { ...plans, starter: { ...plans.starter, monthlyTransactions: 1e6 } } }, 1)
  eth = await openChain(shop.ctx, 'ETH')
  const first = await shop.ask({ amount: 10, blockchain: 'USDC_ETH' })
  payments = await copies(first, MANY)
})
afterAll(() => closeShop(shop))

interface Copied {
  readonly table: string
  readonly changes: Readonly<Record<string, RawBuilder<unknown>>>
  readonly where: RawBuilder<unknown>
  readonly count: number
}

/** Copies a row under numbered names. */
async function copy({ table, changes, where, count }: Copied): Promise<void> {
  const db = tables(shop.ctx.orm.em.fork())
  const columns = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${table} AND is_identity = 'NO'`.execute(db)
  const names = columns.rows.map((row) => row.name)
  const values = names.map((name) => changes[name] ?? sql.ref(`original.${name}`))
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    SELECT ${sql.join(values)} FROM ${sql.table(table)} original, generate_series(1, ${count}::int) n WHERE original.${where}`.execute(db)
}

/** Copies of a payment with their own addresses, commits and events; creating thousands one by one would be slow. */
async function copies(first: Payment, count: number): Promise<Payment[]> {
  const db = tables(shop.ctx.orm.em.fork())
  const [id, commit, address] = [sql`md5('p' || n)::uuid`, sql`md5('c' || n)::uuid`, sql`'0x' || lpad(to_hex(n), 40, '0')`]
  await copy({ table: 'payout_terms', changes: { id: commit, subject_id: id, address }, where: sql`id = ${first.payoutTermsId}`, count })
  await copy({ table: 'payment', changes: { id, payout_terms_id: commit, address }, where: sql`id = ${first.id}`, count })
  await copy({ table: 'event', changes: { id: sql`'evt_' || n`, object_id: id }, where: sql`object_id = ${first.id}`, count })
  await sql`INSERT INTO watched_address SELECT chain, address, 'payment', id::text FROM payment WHERE id <> ${first.id}`.execute(db)
  await sql`UPDATE usage_counter SET current = current + ${count}`.execute(db)
  const rows = await db.selectFrom('payment').select(['id', 'address']).where('id', '!=', first.id).execute()
  return rows.map((row) => ({ ...first, ...row }))
}

/** The number of statements built while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const built = vi.spyOn(EntityManager.prototype, 'getKysely')
  await work()
  const count = built.mock.calls.length
  built.mockRestore()
  return count
}

describe('a block full of our deposits', () => {
  test('records two thousand deposits with hardly more statements than one', async () => {
    const pay = (payment: Payment, tx: number) => tokens(payment.address, payment.dueUnits, { tx })
    const [one, ...rest] = payments
    if (!one) throw new Error('no payment')
    const small = await statementsOf(() => eth.mine({ transfers: [pay(one, 1)] }))
    const large = await statementsOf(() => eth.mine({ transfers: rest.map((payment, place) => pay(payment, 10 + place)) }))
    expect(large).toBeLessThan(small + 60)
    expect((await shop.read(rest.at(-1)?.id ?? '')).state).toBe('detected')
    await eth.mineEmpty(10)
    const confirmed = await statementsOf(() => eth.mineEmpty(1))
    expect((await shop.read(rest.at(-1)?.id ?? '')).state).toBe('confirmed')
    expect(confirmed).toBeLessThan(small + 120)
  })

  test('settles two thousand payouts of one block with hardly more statements than one', async () => {
    const flushOf = (payment: Payment, place: number) =>
      flushedUsdc(payment.address, payment.dueUnits, `0x${String(place).padStart(64, '5')}`)
    const settle = async (paid: readonly Payment[]) => {
      const { height } = await eth.mine({ flushes: paid.map((payment, place) => flushOf(payment, paid.length * 10_000 + place)) })
      return statementsOf(() => eth.mineEmpty(1, height))
    }
    const small = await settle(payments.slice(0, 1))
    const large = await settle(payments.slice(1))
    expect((await shop.read(payments.at(-1)?.id ?? '')).state).toBe('forwarded')
    expect((await shop.read(payments[0]?.id ?? '')).state).toBe('forwarded')
    expect(large).toBeLessThan(small + 120)
  })

  test('reads a transaction with six thousand outputs to one address', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: Array.from({ length: 6_000 }, (_, vout) => output(payment.address, 600n, { tx: 1, vout })) })
    await btc.mineEmpty(2)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 3_600_000n })
  })

  test('reads, rolls back and rereads a block of five thousand logs to one address and thirty thousand inputs', async () => {
    const usdc = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const logs = Array.from({ length: 5_000 }, (_, log) => tokens(usdc.address, 10_000n, { tx: 9_000_001, log }))
    const inputs = Array.from({ length: 30_000 }, (_, sequence) => ({ resource: 'inputs', sequence, txId: logs[0]?.txId ?? '' }))
    await eth.mine({ transfers: logs, inputs })
    await eth.rollBack()
    expect(await shop.read(usdc.id)).toMatchObject({ state: 'pending', receivedUnits: 0n })
    await eth.mine({ transfers: logs, inputs })
    await eth.mineEmpty(11)
    expect(await shop.read(usdc.id)).toMatchObject({ state: 'confirmed', receivedUnits: 50_000_000n })
    const db = tables(shop.ctx.orm.em.fork())
    const known = await db
      .selectFrom('deposit_input')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(known.count)).toBeGreaterThanOrEqual(30_000)
  })
})
