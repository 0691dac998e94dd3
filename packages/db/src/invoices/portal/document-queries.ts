import { isOneOf } from '../../kernel/is-one-of.ts'
import type { OwnerScope } from '../../kernel/owned.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { WrittenDocument } from '../documents/document-queries.ts'
import type { InvoiceDocumentEntity } from '../documents/invoice-document.entity.ts'

/** Documents without what stands on them. */
type DocumentLine = Pick<InvoiceDocumentEntity, 'id' | 'number' | 'sha256' | 'isElectronic'>

/** The documents of an invoice and its credit notes, under whose ids they are, oldest first; those that are issued. */
export const findDocumentLines = (em: Em, { ids }: { ids: readonly string[] }): Promise<DocumentLine[]> =>
  tables(em)
    .selectFrom('invoice_document')
    .select(['id', 'number', 'sha256', 'isElectronic'])
    .where(isOneOf('id', ids, 'uuid'))
    .orderBy('createdAt')
    .execute()

/** The document of an invoice or a credit note of a merchant, as it was written; undefined before. */
export async function findOwnDocument(
  em: Em,
  { scope: { merchantId, mode }, id }: { scope: OwnerScope; id: string },
): Promise<WrittenDocument | undefined> {
  const row = await tables(em)
    .selectFrom('invoice_document as document')
    .innerJoin('invoice', 'invoice.id', 'document.invoiceId')
    .select(['document.number', 'document.bytes', 'document.sha256'])
    .where('document.id', '=', id)
    .where('invoice.merchantId', '=', merchantId)
    .where('invoice.mode', '=', mode)
    .executeTakeFirst()
  return row?.bytes && row.sha256 !== null ? { number: row.number, bytes: row.bytes, sha256: row.sha256 } : undefined
}
