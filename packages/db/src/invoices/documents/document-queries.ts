import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { isNoneOf, type SweptPage } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import { InvoiceContentType } from './invoice-content.type.ts'
import { sql } from 'kysely'

/** A document that is issued, before it is written. */
interface IssuedDocument {
  /** Of the invoice or credit note that it is the document of. */
  readonly id: string
  /** The invoice that it is about: of an invoice its own id. */
  readonly invoiceId: string
  /** As shown: `INV-42`. */
  readonly number: string
  readonly content: InvoiceDocument
  readonly createdAt: Date
}

/** A document as it was written. */
export interface WrittenDocument {
  readonly number: string
  readonly bytes: Uint8Array
  /** In hexadecimal. */
  readonly sha256: string
}

/** Values of an insert are not converted. */
const contents = new InvoiceContentType()

/** Issues a document; one that was issued before stays as it is. */
export async function insertDocument(em: Em, { content, ...document }: IssuedDocument): Promise<void> {
  await tables(em)
    .insertInto('invoice_document')
    .values({
      ...document,
      content: sql`${JSON.stringify(contents.convertToDatabaseValue(content))}::jsonb`,
      bytes: null,
      sha256: null,
      isElectronic: null,
      writtenAt: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The documents that were issued and are not written, by id. */
export function findUnwritten(em: Em, { after, limit, except }: SweptPage): Promise<{ id: string; content: InvoiceDocument }[]> {
  return tables(em)
    .selectFrom('invoice_document')
    .select(['id', 'content'])
    .where('bytes', 'is', null)
    .where('id', '>', after)
    .where(isNoneOf(sql`invoice_document.id`, except))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores the bytes of a document, once. @returns false for one that is written. */
export async function writeDocument(
  em: Em,
  { id, ...written }: { id: string; bytes: Buffer; sha256: string; isElectronic: boolean; writtenAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('invoice_document')
    .set(written)
    .where('id', '=', id)
    .where('bytes', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The document of an invoice or credit note as it was written; undefined before. */
export async function findWrittenDocument(em: Em, { id }: { readonly id: string }): Promise<WrittenDocument | undefined> {
  const row = await tables(em)
    .selectFrom('invoice_document')
    .select(['number', 'bytes', 'sha256'])
    .where('id', '=', id)
    .where('bytes', 'is not', null)
    .executeTakeFirst()
  return row?.bytes && row.sha256 !== null ? { number: row.number, bytes: row.bytes, sha256: row.sha256 } : undefined
}

/** Whether the document of an invoice or credit note is written. */
export async function isWritten(em: Em, { id }: { readonly id: string }): Promise<boolean> {
  const row = await tables(em)
    .selectFrom('invoice_document')
    .select('id')
    .where('id', '=', id)
    .where('bytes', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of some invoices and credit notes whose document is written. */
export async function findWritten(em: Em, { ids }: { readonly ids: readonly string[] }): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const written = tables(em).selectFrom('invoice_document').select('id').where('id', 'in', ids).where('writtenAt', 'is not', null)
  return new Set((await written.execute()).map(({ id }) => id))
}
