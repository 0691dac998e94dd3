import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A page of a merchant's sessions that are neither signed out nor expired at `at`, newest first, and how many there are in all. */
export async function listLiveSessions(
  em: Em,
  { merchantId, at, limit, offset }: { merchantId: MerchantId; at: Date; limit: number; offset: number },
) {
  const live = () =>
    tables(em).selectFrom('session').where('merchantId', '=', merchantId).where('revokedAt', 'is', null).where('expiresAt', '>', at)
  const sessions = await live()
    .select(['id', 'createdAt', 'expiresAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await live()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { sessions, total: Number(count) }
}

/**
 * Ends sessions of a merchant: the one that is named, all but one, or all. Their tokens open nothing once that is committed.
 *
 * @returns how many were live.
 */
export async function endSessions(
  em: Em,
  { merchantId, at, only, except }: { merchantId: MerchantId; at: Date; only?: string; except?: string },
): Promise<number> {
  let live = tables(em)
    .updateTable('session')
    .set({ revokedAt: at })
    .where('merchantId', '=', merchantId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
  if (only !== undefined) live = live.where('id', '=', only)
  if (except !== undefined) live = live.where('id', '!=', except)
  const { numUpdatedRows } = await live.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
