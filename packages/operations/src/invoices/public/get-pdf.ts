import { findWrittenDocument, type WrittenDocument } from '@gateway/db/invoices/documents/document-queries'
import { ownCreditNotes, ownInvoices } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { isUuid } from '@gateway/domain/kernel/id'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { findSent } from './view-invoice.ts'

/**
 * The document of an invoice of the caller, or of a credit note by its own id, byte by byte as it was sent.
 *
 * @throws {NotFound} before it is written, and for one of another merchant.
 */
export async function getPdf(ctx: Pick<Context, 'orm'>, { actor, id }: { actor: Actor; id: string }): Promise<WrittenDocument> {
  const em = ctx.orm.em.fork()
  const of = { ...businessScope(actor), id: id.toLowerCase() }
  const own = isUuid(id) ? ((await ownInvoices.find(em, of)) ?? (await ownCreditNotes.find(em, of))) : undefined
  if (!own) throw new NotFound('invoice')
  return readPdf(em, own.id)
}

/** The same for its client, by its unguessable id alone. @throws {NotFound} */
export async function viewPdf(ctx: Pick<Context, 'orm'>, { id }: { id: string }): Promise<WrittenDocument> {
  const em = ctx.orm.em.fork()
  return readPdf(em, (await findSent(em, id)).id)
}

async function readPdf(em: Em, id: string): Promise<WrittenDocument> {
  const document = await findWrittenDocument(em, { id })
  if (!document) throw new NotFound('document')
  return document
}
