import { causesOf } from '@gateway/db/kernel/causes'
import type { Em } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from './context.ts'
import { publishNotifications, notificationsOf } from './notifications.ts'

/**
 * The database could not serialise concurrent transactions in time; nothing was written.
 *
 * @public Clients meet its code, so the table of errors lists it.
 */
export class DatabaseBusy extends DomainError {
  readonly code = 'DATABASE_BUSY'
  readonly kind = 'unavailable'
}

const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 10
const STEP_MS = 20

/**
 * Runs `work` in one READ COMMITTED transaction.
 *
 * Serialization failures and deadlocks are retried with jitter, up to ten times; so `work` must read everything it decides on again and must call
 * nothing outside the database.
 *
 * @throws {DatabaseBusy} when ten attempts failed.
 */
export async function transaction<T>(ctx: Pick<Context, 'orm' | 'ids'>, work: (em: Em) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      const { result, news } = await ctx.orm.em.fork().transactional(async (em) => ({ result: await work(em), news: notificationsOf(em) }))
      publishNotifications(ctx.orm, news)
      return result
    } catch (error) {
      if (!isRetryable(error)) throw error
      await pause(STEP_MS * attempt * (1 + ctx.ids.chance()))
    }
  }
  throw new DatabaseBusy('The database is busy; try again')
}

const isRetryable = (error: unknown): boolean => causesOf(error).some(({ code }) => typeof code === 'string' && RETRYABLE.has(code))
