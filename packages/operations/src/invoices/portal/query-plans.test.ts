import { readAgeing } from '@gateway/db/invoices/portal/ageing-queries'
import { countClientPage, findClientPage } from '@gateway/db/invoices/portal/client-queries'
import { type BusinessInvoices, countInvoicePage, findInvoicePage } from '@gateway/db/invoices/portal/portal-queries'
import { listInvoices } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoicesOf } from '../../testing/invoices-of-shop.ts'
import { readPlans } from '../../testing/test-plans.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'

const ROWS = 30_000

let shop: TestShop
let scope: BusinessInvoices
let clientId: string
beforeAll(async () => {
  shop = await openShop({}, 1)
  scope = { merchantId: shop.actor.merchantId, mode: 'live', businessId: shop.businessId }
  const { client, create } = invoicesOf(() => shop)
  clientId = (await client()).id
  await create({ client_id: clientId })
  await fill()
})
afterAll(() => shop.ctx.close())

/** A third of the invoices are the shop's, almost all of them paid; the others are those of other businesses, as are most clients. */
async function fill(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tables(shop.ctx.orm.em.fork()))
  const own = (n: string) => `CASE ${n} % 3 WHEN 0 THEN '${shop.businessId}' ELSE md5('b' || ${n} % 99)::uuid::text END`
  await run(`INSERT INTO business SELECT copy.* FROM business, generate_series(0, 98) n,
    jsonb_populate_record(business, jsonb_build_object('id', md5('b' || n))) copy WHERE business.id = '${shop.businessId}'`)
  await run(`INSERT INTO client SELECT copy.* FROM client, generate_series(1, ${ROWS}) n, jsonb_populate_record(client,
    jsonb_build_object('id', md5('c' || n), 'business_id', ${own('n')}, 'name', 'Client ' || n, 'email', n || '@client.example',
    'created_at', timestamptz '2026-10-01' - n * interval '5 minutes')) copy`)
  await run(`INSERT INTO invoice_number SELECT (${own('n')})::uuid, 'live', 1000 + n, 'invoice', 'used', md5('i' || n)::uuid, now(), NULL
    FROM generate_series(1, ${ROWS}) n`)
  await run(`INSERT INTO invoice SELECT copy.* FROM invoice, generate_series(1, ${ROWS}) n, jsonb_populate_record(invoice,
    jsonb_build_object('id', md5('i' || n), 'business_id', ${own('n')}, 'number', 1000 + n, 'client_id', md5('c' || n),
    'state', CASE WHEN n % 200 = 0 THEN 'overdue' ELSE 'paid' END, 'paid_at', CASE WHEN n % 200 = 0 THEN NULL ELSE now() END, 'sent_at', now(),
    'seller', jsonb_build_object('name', 'Shop'), 'buyer', jsonb_build_object('name', 'Client ' || n, 'email', n || '@client.example'),
    'due_date', '2026-10-01', 'created_at', timestamptz '2026-10-01' - n * interval '5 minutes')) copy`)
  await run('ANALYZE')
}

const any = { state: undefined, clientId: undefined, since: undefined, before: undefined, search: undefined }
const page = { after: undefined, limit: 51 } as const
const search = { number: undefined, ids: undefined, text: '7' }
const days = { today: '2026-10-02', before30: '2026-09-02', before60: '2026-08-03' }
const day = new Date('2026-09-01')
const oneDay = { createdFrom: day, createdTo: day, bounds: { limit: 50, offset: 0 } }

test.each<[string, string, (em: Em) => Promise<unknown>]>([
  ['the first page', 'invoice_business', (em) => findInvoicePage(em, { scope, filter: any, ...page })],
  ['a rare status', 'invoice_business_state', (em) => findInvoicePage(em, { scope, filter: { ...any, state: 'cancelled' }, ...page })],
  ['one client', 'invoice_client', (em) => findInvoicePage(em, { scope, filter: { ...any, clientId }, ...page })],
  ['a day', 'invoice_business', (em) => findInvoicePage(em, { scope, filter: { ...any, since: day, before: day }, ...page })],
  ['a day of the API', 'invoice_business', (em) => listInvoices(em, { scope, ...oneDay })],
  ['a day of all businesses', 'invoice_merchant', (em) => listInvoices(em, { scope: { ...scope, businessId: undefined }, ...oneDay })],
  ['a count', 'invoice_business', (em) => countInvoicePage(em, { scope, filter: any, most: 1_001 })],
  [
    'a number',
    'invoice_business_id_mode_number_key',
    (em) => findInvoicePage(em, { scope, filter: { ...any, search: { ...search, number: 1_007 } }, ...page }),
  ],
  ['words of a client', 'invoice_buyer_words', (em) => findInvoicePage(em, { scope, filter: { ...any, search }, ...page })],
  ['a count of words of a client', 'invoice_buyer_words', (em) => countInvoicePage(em, { scope, filter: { ...any, search }, most: 1_001 })],
  ['what is owed', 'invoice_open', (em) => readAgeing(em, { scope, days })],
  ['clients', 'client_business', (em) => findClientPage(em, { scope, text: undefined, ...page })],
  ['a count of clients', 'client_business', (em) => countClientPage(em, { scope, text: undefined, most: 1_001 })],
  ['words of clients', 'client_words', (em) => findClientPage(em, { scope, text: '7@client.example', ...page })],
])('no whole table of invoices or clients is read for %s', async (_what, index, work) => {
  const plans = await readPlans(shop.ctx, work)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).toContain(index)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (invoice|client)\b/)
})
