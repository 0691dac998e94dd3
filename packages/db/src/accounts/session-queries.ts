import type { MerchantId } from '@gateway/domain/kernel/id'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A page of a merchant's sessions that are neither signed out nor expired at `at`, newest first, and how many there are in all. */
export async function listLiveSessions(em: Em, { merchantId, at, ...page }: PageBounds & { merchantId: MerchantId; at: Date }) {
  const live = tables(em)
    .selectFrom('session')
    .where('merchantId', '=', merchantId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
  const { rows: sessions, total } = await readPage(
    { shown: live.select(['id', 'createdAt', 'expiresAt', 'openedIn', 'browser']), all: live },
    page,
  )
  return { sessions, total }
}

/** Records that a live session was confirmed at `at`. */
export async function confirmStoredSession(
  em: Em,
  { merchantId, sessionId, at }: { merchantId: MerchantId; sessionId: string; at: Date },
): Promise<void> {
  await tables(em)
    .updateTable('session')
    .set({ confirmedAt: at })
    .where('merchantId', '=', merchantId)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
}

/**
 * Holds a session that is neither signed out nor expired at `at` FOR SHARE: it ends after the caller's transaction.
 *
 * @returns false when it has ended.
 */
export async function holdLiveSession(
  em: Em,
  { merchantId, sessionId, at }: { merchantId: MerchantId; sessionId: string; at: Date },
): Promise<boolean> {
  const held = await tables(em)
    .selectFrom('session')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Those of some sessions that are neither signed out nor expired at `at`. The tenant is the caller's to know. */
export async function findLiveIds(em: Em, { sessionIds, at }: { sessionIds: readonly string[]; at: Date }): Promise<string[]> {
  const live = await tables(em)
    .selectFrom('session')
    .select('id')
    .where('id', 'in', [...sessionIds])
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .execute()
  return live.map(({ id }) => id)
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

/** Ends what a merchant has allowed to apps of others: their codes and tokens open nothing once that is committed. */
export async function endAppAccess(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  await tables(em).deleteFrom('oauth_grant').where('merchantId', '=', merchantId).execute()
}
