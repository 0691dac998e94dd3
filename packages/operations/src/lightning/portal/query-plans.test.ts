import { sumBalances } from '@gateway/db/lightning/balance-queries'
import { countOpenPayments, findOpenSends } from '@gateway/db/lightning/portal/operator-queries'
import { type BusinessLightning, countLightningPage, findLightningPage } from '@gateway/db/lightning/portal/portal-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lightningRows } from '../../testing/test-lightning-rows.ts'
import { readPlans } from '../../testing/test-plans.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { enableWallet } from '../wallets/enable-wallet.ts'

const ROWS = 20_000

let shop: TestShop
let scope: BusinessLightning
beforeAll(async () => {
  shop = await openShop({}, 1)
  scope = { merchantId: shop.actor.merchantId, mode: 'live', businessId: shop.businessId }
  const { seen } = await enableWallet(shop.ctx, { actor: shop.actor, wish: { walletId: 'main' } })
  await lightningRows(shop, seen.wallet).add({ state: 'settled' })
  await fill()
})
afterAll(() => shop.ctx.close())

/** One payment in a hundred is the shop's; the others are those of other businesses. Almost all are settled. */
async function fill(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tables(shop.ctx.orm.em.fork()))
  await run(`INSERT INTO business SELECT copy.* FROM business, generate_series(1, 99) n,
    jsonb_populate_record(business, jsonb_build_object('id', md5('b' || n))) copy WHERE business.id = '${shop.businessId}'`)
  await run(`INSERT INTO lightning_payment SELECT copy.* FROM lightning_payment, generate_series(1, ${ROWS}) n, jsonb_populate_record(lightning_payment,
    jsonb_build_object('id', md5('l' || n), 'business_id', CASE n % 100 WHEN 0 THEN '${shop.businessId}' ELSE md5('b' || n % 100)::uuid::text END,
    'payment_hash', encode(sha256(n::text::bytea), 'hex'), 'description', 'Order ' || n,
    'direction', CASE n % 2 WHEN 0 THEN 'incoming' ELSE 'outgoing' END, 'destination', CASE n % 2 WHEN 0 THEN NULL ELSE 'ada@pay.example' END,
    'created_at', timestamptz '2026-10-01' - n * interval '5 minutes')) copy`)
  await run('ANALYZE')
}

const any = { walletId: undefined, direction: undefined, state: undefined, since: undefined, before: undefined, search: undefined }
const searched = { ...any, search: { ids: undefined, text: '4192' } }

test.each<[string, string, (em: Em) => Promise<unknown>]>([
  ['the first page', 'lightning_payment_business', (em) => findLightningPage(em, { scope, filter: any, after: undefined, limit: 51 })],
  ['a count', 'lightning_payment_business', (em) => countLightningPage(em, { scope, filter: any, most: 1_001 })],
  ['a search', 'lightning_payment_words', (em) => findLightningPage(em, { scope, filter: searched, after: undefined, limit: 51 })],
  ['a count of a search', 'lightning_payment_words', (em) => countLightningPage(em, { scope, filter: searched, most: 1_001 })],
  ['sends without an end', 'lightning_payment_due', (em) => findOpenSends(em, { most: 50 })],
  ['the sum of its wallets', 'lightning_payment_inside', (em) => sumBalances(em, { ...scope, walletId: undefined })],
  ['open invoices', 'lightning_payment_due', (em) => countOpenPayments(em, { direction: 'incoming' })],
  ['a count of sends without an end', 'lightning_payment_due', (em) => countOpenPayments(em, { direction: 'outgoing' })],
])('no whole table of Lightning payments is read for %s', async (_what, index, work) => {
  const plans = await readPlans(shop.ctx, work)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).toContain(index)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on lightning_payment\b/)
})
