import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Gives a merchant this subject unless it has one. @returns the one it has. */
export async function keepSubject(
  em: Em,
  { merchantId, subject, at }: { merchantId: MerchantId; subject: string; at: Date },
): Promise<string> {
  await tables(em)
    .insertInto('oauth_subject')
    .values({ merchantId, subject, createdAt: at })
    .onConflict((oc) => oc.column('merchantId').doNothing())
    .execute()
  const kept = await tables(em).selectFrom('oauth_subject').select('subject').where('merchantId', '=', merchantId).executeTakeFirstOrThrow()
  return kept.subject
}

/** The merchant whom relying parties know as a subject, with what claims tell of it. */
export async function findBySubject(em: Em, { subject }: { subject: string }) {
  return tables(em)
    .selectFrom('oauth_subject')
    .innerJoin('merchant', 'merchant.id', 'oauth_subject.merchantId')
    .select(['merchant.id', 'merchant.email', 'merchant.name', 'merchant.emailVerifiedAt'])
    .where('oauth_subject.subject', '=', subject)
    .executeTakeFirst()
}
