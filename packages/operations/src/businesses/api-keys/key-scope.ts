import { findStoredBusiness } from '@gateway/db/businesses/business-queries'
import type { KeyScope } from '@gateway/db/businesses/key-queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { homeScope } from '../business-scope.ts'

/**
 * The keys of a business an actor may see: a test key those of test mode, every other actor all, because live mode creates both.
 *
 * @throws {NotFound} also when the business belongs to another merchant.
 */
export async function keyScope(em: Em, { actor, businessId }: { actor: Actor; businessId: BusinessId }): Promise<KeyScope> {
  const own = await findStoredBusiness(em, { ...homeScope(actor), id: businessId })
  if (!own) throw new NotFound('business')
  return { businessId, mode: actor.mode === 'test' ? 'test' : undefined }
}
