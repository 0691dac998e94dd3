import { type DueEscrow, findDueEscrows, findUnplanned } from '@gateway/db/escrows/queries'
import type { Context } from '../../kernel/context.ts'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { advanceDue } from './advance-due.ts'

const MAX_ESCROWS = 200
const GRACE_MS = 30_000

/**
 * Moves on escrows that have stalled: those whose deadline has passed unnoticed, and those whose payouts nobody has planned. Rows decide, timers only
 * trigger, so a lost timer, signal or run is harmless. Each sweep continues where the last one stopped.
 *
 * @param limit - Escrows past their deadline that a sweep takes at once.
 * @returns how many had stalled: deadlines that were half a minute ago, besides those of escrows that still wait for their chain.
 */
export async function sweepEscrows(ctx: Context, limit = MAX_ESCROWS): Promise<number> {
  const em = ctx.orm.em.fork()
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS)
  const due: Sweep<DueEscrow> = {
    name: 'due_escrows',
    limit,
    read: (page) => findDueEscrows(em, { ...page, before }),
    keyOf: ({ id }) => id,
    aboutOf: ({ id: escrowId }) => ({ escrowId }),
  }
  const stalled = await sweepEach(ctx, due, async ({ id: escrowId, stateVersion }) => {
    const { sequence } = await advanceDue(ctx, { escrowId })
    return sequence > stateVersion
  })
  const unplanned: Sweep<string> = { name: 'unplanned_escrows', read: (page) => findUnplanned(em, page), ...byId }
  await sweepEach(ctx, unplanned, (escrowId) => advanceDue(ctx, { escrowId }))
  return stalled
}

const byId = { keyOf: (id: string) => id, aboutOf: (escrowId: string) => ({ escrowId }) }
