import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Gives a merchant this subject unless it has one. @returns the one it has. */
export async function keepSubject(
  em: Em,
  { merchantId, subject, at }: { merchantId: MerchantId; subject: string; at: Date },
): Promise<string> {
  const known = await findSubject(em, merchantId)
  if (known) return known.subject
  await tables(em)
    .insertInto('oauth_subject')
    .values({ merchantId, subject, createdAt: at })
    .onConflict((oc) => oc.column('merchantId').doNothing())
    .execute()
  return (await findSubject(em, merchantId))?.subject ?? subject
}

const findSubject = (em: Em, merchantId: MerchantId) =>
  tables(em).selectFrom('oauth_subject').select('subject').where('merchantId', '=', merchantId).executeTakeFirst()

/** The merchant whom relying parties know as a subject, with what claims tell of it. */
export async function findBySubject(em: Em, { subject }: { subject: string }) {
  return tables(em)
    .selectFrom('oauth_subject')
    .innerJoin('merchant', 'merchant.id', 'oauth_subject.merchantId')
    .select(['merchant.id', 'merchant.email', 'merchant.name', 'merchant.emailVerifiedAt'])
    .where('oauth_subject.subject', '=', subject)
    .executeTakeFirst()
}
