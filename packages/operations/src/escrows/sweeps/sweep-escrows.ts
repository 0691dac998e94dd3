import { findDueEscrows, findUnplanned } from '@gateway/db/escrows/queries'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { freshCursors, type PageCursors } from '../../payments/page-cursors.ts'
import { advanceDue } from './advance-due.ts'

const MAX_ESCROWS = 200
const GRACE_MS = 30_000

/**
 * Moves on escrows that have stalled: those whose deadline has passed unnoticed, and those whose payouts nobody has planned. Rows decide, timers only
 * trigger, so a lost timer, signal or run is harmless.
 *
 * @returns how many had stalled: deadlines that were half a minute ago.
 */
export async function sweepEscrows(ctx: Context, cursors: PageCursors = freshCursors()): Promise<number> {
  const em = ctx.orm.em.fork()
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS)
  const due = await findDueEscrows(em, { before, limit: MAX_ESCROWS })
  const unplanned = await cursors.next(
    'unplannedEscrows',
    (page) => findUnplanned(em, page),
    (id) => id,
  )
  for (const escrowId of new Set([...due, ...unplanned]))
    await advanceDue(ctx, { escrowId }).catch((error: unknown) =>
      ctx.log.error({ escrowId, problem: messageOf(error) }, 'escrow sweep failed'),
    )
  return due.length
}
