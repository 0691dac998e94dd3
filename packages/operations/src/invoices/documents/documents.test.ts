import { invoiceView } from '@gateway/contract/invoices'
import { ListInvoicesInput } from '@gateway/contract/invoices/inputs'
import { findWrittenDocument, writeDocument } from '@gateway/db/invoices/documents/document-queries'
import { tables } from '@gateway/db/tables'
import { documentOf, lineOf } from '@gateway/domain/invoices/test-invoices'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billedInvoice } from '../../testing/test-invoice-letters.ts'
import { sentInvoice } from '../../testing/test-invoices.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { getPdf, viewPdf } from '../public/get-pdf.ts'
import { listInvoices } from '../reading/get-invoice.ts'
import { issueDocument } from './issue-document.ts'
import { refuseUnprintable } from './refuse-unprintable.ts'
import { writeDocuments } from './write-documents.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop()))
afterEach(() => closeShop(shop))

const stored = async (id: string) => {
  const document = await findWrittenDocument(shop.ctx.orm.em.fork(), { id })
  if (!document) throw new Error('not written')
  return document
}

describe('the document of an invoice', () => {
  test('is not there before a worker has written it, and is served byte by byte as it was stored', async () => {
    const { id } = await billedInvoice(shop)
    await expect(getPdf(shop.ctx, { actor: shop.actor, id })).rejects.toThrow('document')
    await expect(viewPdf(shop.ctx, { id })).rejects.toThrow('document')
    expect(await writeDocuments(shop.ctx)).toBe(1)
    const { bytes, sha256, number } = await getPdf(shop.ctx, { actor: shop.actor, id })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await viewPdf(shop.ctx, { id })).toMatchObject({ number, sha256 })
  })

  test('has an address in the invoice from when it is written', async () => {
    const [{ id }, { id: other }] = [await billedInvoice(shop), await billedInvoice(shop)]
    const shown = async () => {
      const { rows } = await listInvoices(shop.ctx, { actor: shop.actor, filter: ListInvoicesInput.parse({}) })
      return Object.fromEntries(rows.map((seen) => [seen.invoice.id, invoiceView.present(seen).pdf_url]))
    }
    expect(await shown()).toEqual({ [id]: null, [other]: null })
    const written = { bytes: Buffer.from('%PDF'), sha256: createHash('sha256').update('%PDF').digest('hex'), isElectronic: false }
    await writeDocument(shop.ctx.orm.em.fork(), { id, ...written, writtenAt: shop.ctx.clock.now() })
    expect(await shown()).toEqual({ [id]: `${shop.ctx.publicUrl}/api/invoices/${id}/pay/pdf`, [other]: null })
  })

  test('is written once, and never changes whatever changes behind it', async () => {
    const { id, number } = await billedInvoice(shop)
    await writeDocuments(shop.ctx)
    const { sha256 } = await stored(id)
    await issueDocument(shop.ctx.orm.em.fork(), shop.ctx, { id, invoiceId: id, document: documentOf({ number: `INV-${number}` }) })
    expect(await writeDocuments(shop.ctx)).toBe(0)
    expect((await stored(id)).sha256).toBe(sha256)
    const rewritten = tables(shop.ctx.orm.em.fork()).updateTable('invoice_document').set({ number: 'INV-1000' }).where('id', '=', id)
    await expect(rewritten.execute()).rejects.toThrow('what stands on a document is said once')
  })

  test('is the e-invoice too where tax profile and client allow it', async () => {
    const { id } = await sentInvoice(shop, { asset: null })
    await issueDocument(shop.ctx.orm.em.fork(), shop.ctx, { id, invoiceId: id, document: documentOf({ lines: [lineOf()] }) })
    await writeDocuments(shop.ctx)
    const row = await tables(shop.ctx.orm.em.fork()).selectFrom('invoice_document').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ isElectronic: true })
  })

  test('that cannot be written is put off, and delays no other', async () => {
    const { id: broken } = await sentInvoice(shop, { asset: null })
    const wrong = documentOf({ lines: [lineOf()], amountMinor: 1n })
    await issueDocument(shop.ctx.orm.em.fork(), shop.ctx, { id: broken, invoiceId: broken, document: wrong })
    const { id } = await billedInvoice(shop)
    expect(await writeDocuments(shop.ctx)).toBe(1)
    expect((await stored(id)).bytes.length).toBeGreaterThan(1_000)
    await expect(stored(broken)).rejects.toThrow('not written')
  })

  test('of another merchant is not found', async () => {
    const { id } = await billedInvoice(shop)
    await writeDocuments(shop.ctx)
    const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() as typeof shop.actor.merchantId }
    await expect(getPdf(shop.ctx, { actor: stranger, id })).rejects.toThrow('invoice')
  })
})

test('a character that no font has is refused with its member and its name, before anything is stored', async () => {
  const { id } = await sentInvoice(shop, { asset: null })
  const document = documentOf({ lines: [lineOf({ description: 'قهوة' })] })
  expect(() => refuseUnprintable(document)).toThrow('U+0642')
  await expect(issueDocument(shop.ctx.orm.em.fork(), shop.ctx, { id, invoiceId: id, document })).rejects.toMatchObject({
    details: [{ field: 'items.0.description', message: expect.stringContaining('U+0642') }],
  })
  expect(await writeDocuments(shop.ctx)).toBe(0)
})
