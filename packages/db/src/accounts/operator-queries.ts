import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { AuditEntryEntity } from './audit-entry.entity.ts'

/** The operator whose decisions a session makes; undefined when it makes none. The database judges by its own clock. */
export async function operatorOf(em: Em, { session }: { session: string }): Promise<MerchantId | undefined> {
  const { rows } = await sql<{ merchantId: MerchantId | null }>`SELECT operator_of(${session}::uuid) AS "merchantId"`.execute(tables(em))
  return rows[0]?.merchantId ?? undefined
}

/** Locks an account with a canonical e-mail address FOR UPDATE. The tenant is not known before. */
export async function lockMerchantByEmail(em: Em, { email }: { email: string }) {
  return tables(em)
    .selectFrom('merchant')
    .select(['id', 'emailVerifiedAt', 'operatorSince'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes a merchant an operator since `since`, or with null no longer one. */
export async function setOperator(em: Em, { merchantId, since }: { merchantId: MerchantId; since: Date | null }): Promise<void> {
  await tables(em).updateTable('merchant').set({ operatorSince: since }).where('id', '=', merchantId).execute()
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

/** E-mail addresses of accounts, by id. */
export async function findEmails(em: Em, { merchantIds }: { merchantIds: readonly MerchantId[] }): Promise<Map<MerchantId, string>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom('merchant')
    .select(['id', 'email'])
    .where('id', 'in', [...merchantIds])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
