import type { WrittenDocument } from '@gateway/db/invoices/documents/document-queries'
import { findOwnDocument } from '@gateway/db/invoices/portal/document-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { isUuid } from '@gateway/domain/kernel/id'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * The document of an invoice or a credit note of the signed-in merchant, byte by byte as it was written.
 *
 * @throws {NotFound} before it is written, and for one of another merchant. @throws {MerchantTokenRequired}
 */
export async function readOwnDocument(ctx: Pick<Context, 'orm'>, { actor, id }: { actor: Actor; id: string }): Promise<WrittenDocument> {
  const scope = businessScope(requireMerchant(actor))
  const document = isUuid(id) ? await findOwnDocument(ctx.orm.em.fork(), { scope, id: id.toLowerCase() }) : undefined
  if (!document) throw new NotFound('document')
  return document
}
