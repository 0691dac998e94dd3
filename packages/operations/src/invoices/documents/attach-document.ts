import { findWrittenDocument } from '@gateway/db/invoices/documents/document-queries'
import type { Em } from '@gateway/db/orm'
import type { Attachment } from '@gateway/providers/email/mailer'

/** The stored document that goes with an e-mail, as it is sent: byte by byte what the api serves. @throws {Error} before it is written. */
export async function attachDocument(em: Em, { id }: { readonly id: string }): Promise<Attachment[]> {
  const document = await findWrittenDocument(em, { id })
  if (!document) throw new Error('the document of an e-mail is not written')
  return [{ name: `${document.number}.pdf`, type: 'application/pdf', content: document.bytes }]
}
