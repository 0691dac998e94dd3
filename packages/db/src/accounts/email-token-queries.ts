import type { LinkPurpose } from '@gateway/domain/accounts/email'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { NewEmailToken } from './emails/email-queries.ts'

/** A token as its holder shows it. */
export interface ShownEmailToken {
  readonly digest: Buffer
  readonly purpose: LinkPurpose
  readonly at: Date
}

/** Stores a token for a merchant. */
export async function insertEmailToken(
  em: Em,
  token: NewEmailToken & { merchantId: MerchantId; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tables(em)
    .insertInto('email_token')
    .values({ ...token, usedAt: null })
    .execute()
}

/** Whose token that is, if it is still valid; it is not used up by reading. */
export async function findOpenEmailToken(em: Em, { digest, purpose, at }: ShownEmailToken): Promise<MerchantId | undefined> {
  const token = await tables(em)
    .selectFrom('email_token')
    .select('merchantId')
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
  return token?.merchantId
}

/** Uses a token up: of two requests that show it at once one succeeds. */
export async function useEmailToken(em: Em, { digest, purpose, at }: ShownEmailToken): Promise<MerchantId | undefined> {
  const used = await tables(em)
    .updateTable('email_token')
    .set({ usedAt: at })
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('merchantId')
    .executeTakeFirst()
  return used?.merchantId
}

/** Uses up all tokens of a purpose that a merchant still has. */
export async function closeEmailTokens(
  em: Em,
  { merchantId, purpose, at }: { merchantId: MerchantId; purpose: LinkPurpose; at: Date },
): Promise<void> {
  await tables(em)
    .updateTable('email_token')
    .set({ usedAt: at })
    .where('merchantId', '=', merchantId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute()
}
