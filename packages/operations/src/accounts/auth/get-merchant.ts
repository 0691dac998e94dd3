import { findMerchant } from '@gateway/db/accounts/queries'
import type { Em } from '@gateway/db/orm'
import type { Merchant } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'

/** An account, in the caller's transaction. @throws {NotFound} */
export async function getMerchant(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<Merchant> {
  const merchant = await findMerchant(em, { merchantId })
  if (!merchant) throw new NotFound('merchant')
  return merchant
}
