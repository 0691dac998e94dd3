import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { AuditEntryEntity } from './audit-entry.entity.ts'

/** A page of the entries that concern a merchant, or one of its businesses, newest first, behind one of them. */
export async function findOwnEntries(
  em: Em,
  {
    merchantId,
    businessId,
    after,
    limit,
  }: { merchantId: MerchantId; businessId: string | undefined; after: string | undefined; limit: number },
): Promise<AuditEntryEntity[]> {
  let own = tables(em).selectFrom('audit_entry').selectAll().where('merchantId', '=', merchantId)
  if (businessId !== undefined) own = own.where('businessId', '=', businessId)
  if (after !== undefined) {
    const moment = sql`(SELECT at FROM audit_entry WHERE id = ${after}::uuid AND merchant_id = ${merchantId}::uuid)`
    own = own.where(sql<boolean>`(at, id) < (${moment}, ${after}::uuid)`)
  }
  return own.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** What neither merchants nor their keys have decided: operators, payers with a link, and the system. The words of the index. */
const OTHERS = sql<boolean>`NOT (starts_with(actor, 'merchant:') OR starts_with(actor, 'key:'))`

/** A page of what others than merchants have decided, newest first, behind one of them. */
export async function findOthersDecisions(
  em: Em,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AuditEntryEntity[]> {
  let found = tables(em).selectFrom('audit_entry').selectAll().where(OTHERS)
  if (after !== undefined) {
    const moment = sql`(SELECT at FROM audit_entry WHERE id = ${after}::uuid)`
    found = found.where(sql<boolean>`(at, id) < (${moment}, ${after}::uuid)`)
  }
  return found.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}
