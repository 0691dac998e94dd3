import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** What e-mails are counted by. */
export type CountedBy =
  | { readonly recipient: Buffer }
  | { readonly businessId: BusinessId }
  /** All businesses of an account together. */
  | { readonly merchantId: MerchantId }

/**
 * How many e-mails that count are due from `from` until before `until`.
 *
 * Others that count by the same wait until the caller's transaction ends (an advisory lock), so that of many at once none is let through too many.
 */
export async function countDueEmails(em: Em, { by, from, until }: { by: CountedBy; from: Date; until: Date }): Promise<number> {
  const [[column, value] = ['', '']] = Object.entries(by).map(
    ([name, of]) => [name, typeof of === 'string' ? of : of.toString('hex')] as const,
  )
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`emails|${column}|${value}`}, 0))`.execute(tables(em))
  const due = tables(em)
    .selectFrom('email')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('dueAt', '>=', from)
    .where('dueAt', '<', until)
  const counted =
    'recipient' in by
      ? due.where('recipient', '=', by.recipient)
      : 'businessId' in by
        ? due.where('businessId', '=', by.businessId)
        : due.where('merchantId', '=', by.merchantId).where('businessId', 'is not', null)
  return (await counted.executeTakeFirstOrThrow()).count
}
