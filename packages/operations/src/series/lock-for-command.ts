import { causesOf } from '@gateway/db/kernel/causes'
import type { Em } from '@gateway/db/orm'
import { lockOwnSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import { sql } from 'kysely'
import { businessScope } from '../businesses/business-scope.ts'

/** Longer than a tick or another command takes; commands that wait longer would hold the connections of all other requests. */
const LONGEST_WAIT = '250ms'
const LOCK_NOT_AVAILABLE = '55P03'

/** A series of the caller, locked for a command. @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} while others change it. */
export async function lockForCommand(em: Em, { actor, id }: { actor: Actor; id: string }): Promise<SeriesEntity> {
  const before = await sql<{ timeout: string }>`SELECT current_setting('lock_timeout') AS timeout`.execute(tables(em))
  await waitAtMost(em, LONGEST_WAIT)
  const found = await lockOwnSeries(em, { ...businessScope(actor), id }).catch((error: unknown) => {
    if (causesOf(error).some(({ code }) => code === LOCK_NOT_AVAILABLE)) throw new ConcurrentUpdate('series')
    throw error
  })
  if (!found) throw new NotFound('series')
  await waitAtMost(em, before.rows[0]?.timeout ?? '0')
  return found
}

/** Bounds the waits for locks until the transaction ends. */
const waitAtMost = (em: Em, timeout: string): Promise<unknown> =>
  sql`SELECT set_config('lock_timeout', ${timeout}, true)`.execute(tables(em))
