import { causesOf } from '@gateway/db/kernel/causes'
import type { Em } from '@gateway/db/orm'
import { notificationsOf, queueNotification } from './notifications.ts'

const CHECK_VIOLATION = '23514'

/**
 * Runs `work` in a savepoint of the caller's transaction: a change outside the bounds of the ledger is undone alone. Every other failure is the
 * caller's.
 *
 * @returns false when the database rejected it (a CHECK was violated); nothing of it is written then.
 */
export async function withinLedgerBounds(em: Em, work: (em: Em) => Promise<void>): Promise<boolean> {
  try {
    await em.transactional(async (inner) => {
      await work(inner)
      queueNotification(em, ...notificationsOf(inner))
    })
    return true
  } catch (error) {
    if (isOutsideBounds(error)) return false
    throw error
  }
}

/** True when the database rejected a change because a CHECK was violated: the caller's transaction has ended, unless a savepoint kept it. */
export const isOutsideBounds = (error: unknown): boolean => causesOf(error).some(({ code }) => code === CHECK_VIOLATION)
