import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** What e-mails are counted by. */
export type CountedBy =
  | { readonly recipient: Buffer }
  | { readonly businessId: BusinessId }
  /** All businesses of an account together. */
  | { readonly merchantId: MerchantId }

/** Lets others that count by the same wait until the caller's transaction ends, so that of many at once none is let through too many. */
export async function lockEmailCount(em: Em, { by }: { by: CountedBy }): Promise<void> {
  const subject = Object.entries(by).map(([name, value]) => `${name}|${typeof value === 'string' ? value : value.toString('hex')}`)
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`emails|${subject.join()}`}, 0))`.execute(tables(em))
}

/** How many e-mails that count are due from `from` until before `until`. */
export async function countDueEmails(em: Em, { by, from, until }: { by: CountedBy; from: Date; until: Date }): Promise<number> {
  const due = tables(em)
    .selectFrom('email')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('dueAt', '>=', from)
    .where('dueAt', '<', until)
  if ('recipient' in by) return (await due.where('recipient', '=', by.recipient).executeTakeFirstOrThrow()).count
  if ('businessId' in by) return (await due.where('businessId', '=', by.businessId).executeTakeFirstOrThrow()).count
  const ofAccount = due.where('merchantId', '=', by.merchantId).where('businessId', 'is not', null)
  return (await ofAccount.executeTakeFirstOrThrow()).count
}
