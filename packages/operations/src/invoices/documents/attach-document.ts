import { findWrittenDocument } from '@gateway/db/invoices/documents/document-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import type { Attachment } from '@gateway/providers/email/mailer'
import { areTermsRefused } from '../../custody/pins/are-terms-refused.ts'

/**
 * The stored document that goes with an e-mail, as it is sent: byte by byte what the api serves.
 *
 * @throws {Error} before it is written, and while it is that of an invoice to be paid whose terms the signer refuses: the letter is held back.
 */
export async function attachDocument(em: Em, { id }: { readonly id: string }): Promise<Attachment[]> {
  const document = await findWrittenDocument(em, { id })
  if (!document) throw new Error('the document of an e-mail is not written')
  const invoice = await readInvoice(em, { id })
  const isPayable = invoice?.state === 'sent' || invoice?.state === 'overdue'
  if (isPayable && (await areTermsRefused(em, invoice))) throw new Error('the signer refuses to pay whom the address of the invoice pays')
  return [{ name: `${document.number}.pdf`, type: 'application/pdf', content: document.bytes }]
}
