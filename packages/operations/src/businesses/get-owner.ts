import { findOwner } from '@gateway/db/businesses/owner-queries'
import type { Em } from '@gateway/db/orm'
import type { Merchant } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'

/** The recipient of e-mails about a business. */
export type Owner = Pick<Merchant, 'id' | 'email'> & { readonly businessName: string; readonly statementDescriptor: string | null }

/** The recipient of e-mails about a business, in the caller's transaction. @throws {NotFound} */
export async function getOwner(em: Em, { businessId }: { businessId: BusinessId }): Promise<Owner> {
  const owner = await findOwner(em, { businessId })
  if (!owner) throw new NotFound('business')
  return owner
}
