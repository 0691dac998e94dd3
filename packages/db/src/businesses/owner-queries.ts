import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The same for the merchant who owns businesses. */
export async function lockOwner(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  await tables(em).selectFrom('merchant').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
}

/** Who owns a business, where e-mails about it go, its name, and what customers read on card statements. */
export async function findOwner(
  em: Em,
  { businessId }: { businessId: BusinessId },
): Promise<{ id: MerchantId; email: string; businessName: string; statementDescriptor: string | null } | undefined> {
  return tables(em)
    .selectFrom('business')
    .innerJoin('merchant', 'merchant.id', 'business.merchantId')
    .select(['merchant.id', 'merchant.email', 'business.name as businessName', 'business.statementDescriptor'])
    .where('business.id', '=', businessId)
    .executeTakeFirst()
}

const plansOfAll = (em: Em) =>
  tables(em)
    .selectFrom('business')
    .innerJoin('merchant', 'merchant.id', 'business.merchantId')
    .select(['business.id', 'business.name', 'business.plan', 'business.createdAt', 'merchant.id as merchantId', 'merchant.email'])

/** A business of any merchant, with its plan and its owner. */
export const findAnyPlan = (em: Em, { businessId }: { businessId: BusinessId }) =>
  plansOfAll(em).where('business.id', '=', businessId).executeTakeFirst()

/** Which businesses of all merchants to list. */
export interface BusinessSearch {
  /** A part of the name or of the owner's address, or the beginning of the id, in any case. */
  readonly text: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of the businesses of all merchants, newest first, with the number of all that match. It reads every business: operators alone ask. */
export async function listAnyPlans(em: Em, { text, limit, offset }: BusinessSearch) {
  const wanted = text?.toLowerCase() ?? ''
  const isFound = sql<boolean>`strpos(lower(business.name), ${wanted}) > 0 OR strpos(lower(merchant.email), ${wanted}) > 0
    OR starts_with(business.id::text, ${wanted})`
  const rows = await plansOfAll(em)
    .select(sql<string>`count(*) OVER ()`.as('total'))
    .where(isFound)
    .orderBy('business.createdAt', 'desc')
    .orderBy('business.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: Number(rows[0]?.total ?? 0) }
}
