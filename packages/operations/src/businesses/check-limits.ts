import { countActiveKeys } from '@gateway/db/businesses/key-queries'
import { countBusinesses, lockBusiness } from '@gateway/db/businesses/business-queries'
import { lockOwner } from '@gateway/db/businesses/owner-queries'
import type { Em } from '@gateway/db/orm'
import { TooManyBusinesses, TooManyKeys } from '@gateway/domain/businesses/errors'
import { MAX_ACTIVE_KEYS, MAX_BUSINESSES } from '@gateway/domain/businesses/limits'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'

/**
 * Checks that a business may have another key, and locks it, so that no other key is created until the caller's transaction ends.
 *
 * @throws {TooManyKeys}
 */
export async function checkKeyLimit(em: Em, { businessId, at }: { businessId: BusinessId; at: Date }): Promise<void> {
  await lockBusiness(em, { businessId })
  const current = await countActiveKeys(em, { businessId, at })
  if (current >= MAX_ACTIVE_KEYS) throw new TooManyKeys(current)
}

/**
 * Checks that a merchant may have another business, and locks it, so that no other one is created until the caller's transaction ends.
 *
 * @throws {TooManyBusinesses}
 */
export async function checkBusinessLimit(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  await lockOwner(em, { merchantId })
  const current = await countBusinesses(em, { merchantId, mode: 'live' })
  if (current >= MAX_BUSINESSES) throw new TooManyBusinesses(current)
}
