import { isOneOf } from '../../kernel/is-one-of.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceDocumentEntity } from '../documents/invoice-document.entity.ts'

/** Documents without what stands on them. */
type DocumentLine = Pick<InvoiceDocumentEntity, 'id' | 'number' | 'sha256' | 'isEInvoice'>

/** The documents of an invoice and its credit notes, under whose ids they are, oldest first; those that are issued. */
export const findDocumentLines = (em: Em, { ids }: { ids: readonly string[] }): Promise<DocumentLine[]> =>
  tables(em)
    .selectFrom('invoice_document')
    .select(['id', 'number', 'sha256', 'isEInvoice'])
    .where(isOneOf('id', ids, 'uuid'))
    .orderBy('createdAt')
    .execute()
