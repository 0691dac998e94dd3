import { PortalClientsInput, PortalInvoicesInput, presentAgeing } from '@gateway/contract/invoices/portal-lists'
import { presentInvoiceDetail } from '@gateway/contract/invoices/portal-detail'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coffee, invoicesOf } from '../../testing/invoices-of-shop.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { markPaid } from '../settling/mark-paid.ts'
import { listPortalClients } from './list-portal-clients.ts'
import { listPortalInvoices } from './list-portal-invoices.ts'
import { readInvoiceDetail } from './read-invoice-detail.ts'
import { readOwnDocument } from './read-own-document.ts'
import { sumAgeing } from './sum-ageing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 20)
})
afterAll(() => closeShop(shop))

const { named, create, publish, credit, client } = invoicesOf(() => shop)
const stranger = () => ({ ...shop.actor, merchantId: shop.ctx.ids.uuid() })
const list = (wish: Readonly<Record<string, unknown>> = {}) =>
  listPortalInvoices(shop.ctx, { actor: shop.actor, wish: PortalInvoicesInput.parse({ business_id: shop.businessId, ...wish }) })
const idsOf = async (wish: Readonly<Record<string, unknown>>) => (await list(wish)).rows.map(({ invoice }) => invoice.id)
const clients = (wish: Readonly<Record<string, unknown>> = {}) =>
  listPortalClients(shop.ctx, { actor: shop.actor, wish: PortalClientsInput.parse({ business_id: shop.businessId, ...wish }) })
const detail = async (id: string) => presentInvoiceDetail(await readInvoiceDetail(shop.ctx, { actor: shop.actor, id }))

/** A day so many days before now, as it is written. */
const daysAgo = (count: number): string => new Date(shop.ctx.clock.now().getTime() - count * 86_400_000).toISOString().slice(0, 10)
/** An invoice that was due so many days ago; no request may name such a day. */
async function publishDue(age: number, terms: Readonly<Record<string, unknown>>): Promise<void> {
  const { id } = await publish(terms)
  const write = tables(shop.ctx.orm.em.fork())
    .updateTable('invoice')
    .set({ dueDate: daysAgo(age) })
  await write.where('id', '=', id).execute()
}

test('invoices are found by number, id, client, status and day, a page at a time', async () => {
  const { id: clientId } = await client({ name: 'Zimt & Söhne', email: 'office@zimt.example' })
  const draft = await create({ client_id: clientId })
  shop.ctx.clock.advance(1_000)
  const sent = await publish({ client_id: clientId })
  shop.ctx.clock.advance(1_000)
  const other = await create()
  const everything = [other.id, sent.id, draft.id]
  expect(await idsOf({})).toEqual(everything)
  expect(await idsOf({ status: 'draft' })).toEqual([other.id, draft.id])
  expect(await idsOf({ client_id: clientId })).toEqual([sent.id, draft.id])
  for (const q of [`INV-${sent.number}`, `inv-${sent.number}`, String(sent.number), sent.id]) expect(await idsOf({ q })).toEqual([sent.id])
  expect(await idsOf({ q: sent.id.slice(0, 9) })).toContain(sent.id)
  for (const q of ['zimt', 'söhne zim', 'office@zimt.example', 'offi']) expect(await idsOf({ q })).toEqual([sent.id, draft.id])
  for (const q of ['nothing', 'INV-999', '%', "x'"]) expect(await idsOf({ q })).toEqual([])
  expect(await idsOf({ q: 'zimt', status: 'sent' })).toEqual([sent.id])
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ total: 3, isCapped: false, nextCursor: sent.id })
  expect(await idsOf({ limit: 2, cursor: first.nextCursor })).toEqual([draft.id])
  expect(await idsOf({ date_from: daysAgo(1), date_to: daysAgo(-1) })).toEqual(everything)
  expect(await idsOf({ date_to: '2020-01-01' })).toEqual([])
  const wish = PortalInvoicesInput.parse({ business_id: shop.businessId })
  await expect(listPortalInvoices(shop.ctx, { actor: stranger(), wish })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a search that finds more than a thousand invoices loses none of them behind a filter, and tells that there are more', async () => {
  const { id: clientId } = await client({ name: 'Viele GmbH' })
  const { id } = await create({ client_id: clientId })
  const db = tables(shop.ctx.orm.em.fork())
  await sql`INSERT INTO invoice_number SELECT business_id, mode, 1000 + n, 'invoice', 'used', md5('i' || n)::uuid, now(), NULL
    FROM invoice, generate_series(1, 1001) n WHERE invoice.id = ${id}::uuid`.execute(db)
  await sql`INSERT INTO invoice SELECT copy.* FROM invoice, generate_series(1, 1001) n, jsonb_populate_record(invoice,
    jsonb_build_object('id', md5('i' || n), 'number', 1000 + n, 'created_at', timestamptz '2020-01-01')) copy WHERE invoice.id = ${id}::uuid`.execute(
    db,
  )
  expect(await idsOf({ q: 'viele', date_from: '2020-01-02' })).toEqual([id])
  expect(await list({ q: 'viele', limit: 1 })).toMatchObject({ rows: [{ invoice: { id } }], total: 1_000, isCapped: true })
})

test('clients are found by the beginning of a word of their name or by their address, newest first', async () => {
  const one = await client({ name: 'Quitte GmbH' })
  shop.ctx.clock.advance(1_000)
  const two = await client({ name: 'Quark AG', email: 'kasse@quitte.example' })
  const found = async (q: string) => (await clients({ q })).rows.map(({ id }) => id)
  expect(await found('quit')).toEqual([one.id])
  expect(await found('qu')).toEqual([two.id, one.id])
  expect(await found('kasse@quitte.example')).toEqual([two.id])
  expect(await found('gmbh quark')).toEqual([])
  expect(await clients({ limit: 1 })).toMatchObject({ nextCursor: two.id, rows: [{ id: two.id }] })
  expect((await clients({ limit: 1, cursor: two.id })).rows).toMatchObject([{ id: one.id }])
  const wish = PortalClientsInput.parse({ business_id: shop.businessId })
  await expect(listPortalClients(shop.ctx, { actor: stranger(), wish })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('what is owed is summed by currency and age, without drafts and what is paid or credited', async () => {
  const ageing = async (currency: string) =>
    presentAgeing(await sumAgeing(shop.ctx, { actor: shop.actor, businessId: shop.businessId })).currencies.find(
      (row) => row.currency === currency,
    )
  const euros = (await ageing('EUR'))?.total ?? 0
  const ages = [
    [-1, 100],
    [0, 200],
    [1, 400],
    [30, 800],
    [31, 1600],
    [60, 3200],
    [61, 6400],
  ] as const
  for (const [age, amount] of ages) await publishDue(age, { currency: 'USD', amount })
  await create({ currency: 'USD', amount: 128 })
  const { id: whole } = await publish({ currency: 'USD', amount: 256 })
  await markPaid(shop.ctx, named(whole))
  expect(await ageing('USD')).toEqual({
    currency: 'USD',
    not_due: 300,
    overdue_30: 1_200,
    overdue_60: 4_800,
    overdue_more: 6_400,
    total: 12_700,
  })
  const { id: part } = await publish({ amount: 100 })
  await credit(part, { amount: 30 })
  expect((await ageing('EUR'))?.total).toBe(euros + 70)
  const request = { actor: stranger(), businessId: shop.businessId }
  await expect(sumAgeing(shop.ctx, request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an invoice tells its money, its documents and its events, and nothing to another merchant', async () => {
  const { id } = await publish({ items: [coffee] })
  await credit(id, { items: [{ ...coffee, quantity: '0.5' }] })
  const shown = await detail(id)
  expect(shown).toMatchObject({
    invoice: { id, status: 'sent', amount: 119, amount_due: 59.5, credit_notes: [{ amount: 59.5 }] },
    deposits: [],
    cards: [],
    is_processing: false,
    overpaid: 0,
    needs_decision: false,
  })
  expect(shown.timeline.map(({ type }) => type)).toEqual(['invoice.sent', 'invoice.credited'])
  expect(shown.documents.map(({ kind, sha256 }) => [kind, sha256])).toEqual([
    ['invoice', null],
    ['credit_note', null],
  ])
  await expect(readInvoiceDetail(shop.ctx, { actor: stranger(), id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a credit note over what was paid already leaves that to give back, which its detail tells', async () => {
  const { id } = await publish({ items: [coffee] })
  await markPaid(shop.ctx, { ...named(id), note: 'By bank' })
  await credit(id, { items: [{ ...coffee, quantity: '0.5' }] })
  expect(await detail(id)).toMatchObject({ invoice: { status: 'paid' }, overpaid: 59.5, needs_decision: true })
})

test('the document of an invoice and of a credit note is read by their merchant, from when it is written', async () => {
  const { id } = await publish({ items: [coffee] })
  const { note } = await credit(id)
  for (const document of [id, note.id]) {
    await expect(readOwnDocument(shop.ctx, { actor: shop.actor, id: document })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await write(document)
    expect((await readOwnDocument(shop.ctx, { actor: shop.actor, id: document })).bytes.toString()).toBe('%PDF')
    await expect(readOwnDocument(shop.ctx, { actor: stranger(), id: document })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(readOwnDocument(shop.ctx, { actor: shop.actor, id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

/** What a worker writes. */
const write = (id: string) =>
  tables(shop.ctx.orm.em.fork())
    .updateTable('invoice_document')
    .set({
      bytes: Buffer.from('%PDF'),
      sha256: '315d429b7714cedb6ad04ac31240145257692630457f3c88253c5beceac76027',
      isElectronic: false,
      writtenAt: shop.ctx.clock.now(),
    })
    .where('id', '=', id)
    .execute()
