import { tables } from '@gateway/db/tables'
import type { Context } from '@gateway/operations/kernel/context'
import { recurring, type RunningRole } from './running-role.ts'

const HEARTBEAT_INTERVAL_MS = 5_000

/** Writes a role's heartbeat every few seconds, for readiness checks. */
export const beat = (ctx: Context, role: string): RunningRole =>
  recurring(HEARTBEAT_INTERVAL_MS, async () => {
    const at = ctx.clock.now()
    await tables(ctx.orm.em.fork())
      .insertInto('role_heartbeat')
      .values({ role, at })
      .onConflict((oc) => oc.column('role').doUpdateSet({ at }))
      .execute()
      .catch(() => {
        // An unavailable database is visible by itself: the last heartbeat gets old.
      })
  })
