import { findStoredBusiness } from '@gateway/db/businesses/business-queries'
import type { Em } from '@gateway/db/orm'
import type { Business } from '@gateway/domain/businesses/business'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'

/** The business of an object as it is now, for work that nobody asks for. @throws {NotFound} */
export async function readBusiness(em: Em, owner: { merchantId: MerchantId; businessId: BusinessId; mode: Mode }): Promise<Business> {
  const { merchantId, businessId: id, mode } = owner
  const stored = await findStoredBusiness(em, { merchantId, mode, id })
  if (!stored) throw new NotFound('business')
  return stored.business
}
