import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

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
