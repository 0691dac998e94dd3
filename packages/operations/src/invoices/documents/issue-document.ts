import { insertDocument } from '@gateway/db/invoices/documents/document-queries'
import type { Em } from '@gateway/db/orm'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { Context } from '../../kernel/context.ts'
import { refuseUnprintable } from './refuse-unprintable.ts'

/** A document and what it is the document of. */
interface Issue {
  /** Of the invoice or credit note. */
  readonly id: string
  /** The invoice that it is about: of an invoice its own id. */
  readonly invoiceId: string
  readonly document: InvoiceDocument
}

/**
 * Issues the document of an invoice or credit note in the transaction that sends it: what stands on it is fixed, and a worker writes its PDF soon. One that
 * was issued before stays as it is.
 *
 * @throws {InvalidField} for a character that cannot be printed.
 */
export async function issueDocument(em: Em, { clock }: Pick<Context, 'clock'>, { id, invoiceId, document }: Issue): Promise<void> {
  refuseUnprintable(document)
  await insertDocument(em, { id, invoiceId, number: document.number, content: document, createdAt: clock.now() })
}
