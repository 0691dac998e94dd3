import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The same for the merchant who owns businesses. */
export async function lockOwner(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  await tables(em).selectFrom('merchant').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
}

/** Who owns a business, where e-mails about it go, and its name. */
export async function findOwner(
  em: Em,
  { businessId }: { businessId: BusinessId },
): Promise<{ id: MerchantId; email: string; businessName: string } | undefined> {
  return tables(em)
    .selectFrom('business')
    .innerJoin('merchant', 'merchant.id', 'business.merchantId')
    .select(['merchant.id', 'merchant.email', 'business.name as businessName'])
    .where('business.id', '=', businessId)
    .executeTakeFirst()
}

/** A business of any merchant, with its plan and its owner. */
export const findAnyPlan = (em: Em, { businessId }: { businessId: BusinessId }) =>
  tables(em)
    .selectFrom('business')
    .innerJoin('merchant', 'merchant.id', 'business.merchantId')
    .select(['business.id', 'business.name', 'business.plan', 'business.createdAt', 'merchant.id as merchantId', 'merchant.email'])
    .where('business.id', '=', businessId)
    .executeTakeFirst()
