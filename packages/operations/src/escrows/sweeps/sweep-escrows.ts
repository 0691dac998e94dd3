import { findDueEscrows, findUnplanned } from '@gateway/db/escrows/queries'
import type { Context } from '../../kernel/context.ts'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { advanceDue } from './advance-due.ts'

const MAX_ESCROWS = 200
const GRACE_MS = 30_000

/**
 * Moves on escrows that have stalled: those whose deadline has passed unnoticed, and those whose payouts nobody has planned. Rows decide, timers only
 * trigger, so a lost timer, signal or run is harmless.
 *
 * @returns how many had stalled: deadlines that were half a minute ago.
 */
export async function sweepEscrows(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS)
  const advance = (escrowId: string) => advanceDue(ctx, { escrowId }).then(() => true)
  const due: Sweep<string> = { name: 'due_escrows', limit: MAX_ESCROWS, read: (page) => findDueEscrows(em, { ...page, before }), ...byId }
  const stalled = await sweepEach(ctx, due, advance)
  await sweepEach(ctx, { name: 'unplanned_escrows', read: (page) => findUnplanned(em, page), ...byId }, advance)
  return stalled
}

const byId = { keyOf: (id: string) => id, aboutOf: (escrowId: string) => ({ escrowId }) }
