import { entityRows } from '@gateway/db/kernel/rows/entity-rows'
import { runStatement } from '@gateway/db/kernel/run-statement'
import { type Tables, tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signDue } from '../testing/sign-forward.ts'
import { openChain, output } from '../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 1)
  const { address, dueUnits } = await shop.ask({ amount: 60, blockchain: 'BTC', metadata: { order: 'A-1001' } })
  const btc = await openChain(shop.ctx, 'BTC')
  await btc.mine({ transfers: [output(address, dueUnits, { tx: 1 })] })
  await btc.mineEmpty(1)
  await signDue(shop.signer)
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
  'deposit',
  'account',
  'spend_intent',
  'spend_attempt',
  'attempt_input',
] as const

/** What MikroORM's own plugin makes of a row. */
const naming = { tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true } as const

test.each(written)(
  'a row of %s equals the row of the own plugin of the object mapper, by the query builder and by raw SQL',
  async (table) => {
    const em = shop.ctx.orm.em.fork()
    const own = await em.getKysely<Tables, typeof naming>(naming).selectFrom(table).selectAll().execute()
    expect(own.length).toBeGreaterThan(0)
    expect(await tables(em).selectFrom(table).selectAll().execute()).toEqual(own)
    expect(entityRows(em, table, await runStatement<object>(em, `SELECT * FROM "${table}"`, []))).toEqual(own)
  },
)

test('rows of joined tables and those that a change returns equal them too', async () => {
  const em = shop.ctx.orm.em.fork()
  const seen = [tables(em), em.getKysely<Tables, typeof naming>(naming)].map(async (db) => [
    await db
      .selectFrom('spend_intent as intent')
      .innerJoin('spend_attempt', 'spend_attempt.intentId', 'intent.id')
      .leftJoin('deposit', 'deposit.intentId', 'intent.id')
      .select(['intent.units', 'intent.heldSince', 'spend_attempt.feeUnits', 'deposit.units as paid', 'deposit.arrivedAt as at'])
      .execute(),
    await db.updateTable('spend_intent').set({ heldSince: null }).returning(['units', 'feeUnits', 'updatedAt']).execute(),
  ])
  const [ours, own] = await Promise.all(seen)
  expect(ours).toEqual(own)
  expect(ours?.flat()).toHaveLength(2)
})

test('a mapped row has exactly the selected columns of its table', async () => {
  const em = shop.ctx.orm.em.fork()
  const rows = await runStatement<object>(em, 'SELECT asset, due_units, 7 AS "luck" FROM payment', [])
  expect(entityRows(em, 'payment', rows)).toEqual([{ asset: 'BTC', dueUnits: 100_000n }])
})
