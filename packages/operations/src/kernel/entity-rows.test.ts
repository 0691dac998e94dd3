import { entityRows } from '@gateway/db/kernel/entity-rows'
import { runStatement } from '@gateway/db/kernel/run-statement'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 1)
  await shop.ask({ amount: 60, blockchain: 'BTC', metadata: { order: 'A-1001' } })
})
afterAll(() => closeShop(shop))

const written = [
  'payment',
  'quote',
  'business',
  'webhook_endpoint',
  'event',
  'delivery',
  'payout_terms',
  'payout_terms_pin',
  'watched_address',
  'merchant',
] as const

test.each(written)('a row of %s read by raw SQL equals the row of the query builder', async (table) => {
  const em = shop.ctx.orm.em.fork()
  const built = await tables(em).selectFrom(table).selectAll().execute()
  expect(built.length).toBeGreaterThan(0)
  expect(entityRows(em, table, await runStatement<object>(em, `SELECT * FROM "${table}"`, []))).toEqual(built)
})

test('a mapped row has exactly the selected columns of its table', async () => {
  const em = shop.ctx.orm.em.fork()
  const rows = await runStatement<object>(em, 'SELECT asset, due_units, 7 AS "luck" FROM payment', [])
  expect(entityRows(em, 'payment', rows)).toEqual([{ asset: 'BTC', dueUnits: 100_000n }])
})
