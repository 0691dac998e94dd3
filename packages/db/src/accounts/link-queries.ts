import type { LinkPurpose } from '@gateway/domain/accounts/email'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { NewLink } from './letter-queries.ts'

/** A link by what its holder shows. */
export interface ShownLink {
  readonly digest: Buffer
  readonly purpose: LinkPurpose
  readonly at: Date
}

/** Puts a link down for a merchant. */
export async function insertLink(em: Em, link: NewLink & { merchantId: MerchantId; createdAt: Date; expiresAt: Date }): Promise<void> {
  await tables(em)
    .insertInto('email_link')
    .values({ ...link, usedAt: null })
    .execute()
}

/** Whose link that is, if it still opens anything; it is not used up by looking. */
export async function findOpenLink(em: Em, { digest, purpose, at }: ShownLink): Promise<MerchantId | undefined> {
  const link = await tables(em)
    .selectFrom('email_link')
    .select('merchantId')
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
  return link?.merchantId
}

/** Uses a link up: of two who show it at once one gets in. */
export async function useLink(em: Em, { digest, purpose, at }: ShownLink): Promise<MerchantId | undefined> {
  const used = await tables(em)
    .updateTable('email_link')
    .set({ usedAt: at })
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('merchantId')
    .executeTakeFirst()
  return used?.merchantId
}

/** Uses up whatever links of a purpose a merchant still has. */
export async function closeLinks(
  em: Em,
  { merchantId, purpose, at }: { merchantId: MerchantId; purpose: LinkPurpose; at: Date },
): Promise<void> {
  await tables(em)
    .updateTable('email_link')
    .set({ usedAt: at })
    .where('merchantId', '=', merchantId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute()
}
