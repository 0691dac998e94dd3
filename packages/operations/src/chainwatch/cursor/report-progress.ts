import type { Head } from '@gateway/chains/rail/block'
import { tables } from '@gateway/db/tables'
import { ReorganisationTooDeep } from '@gateway/domain/chainwatch/errors'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import type { Lease } from './cursor.ts'
import { finalityColumns } from './finality-columns.ts'

/** A pass that reached the head. */
export interface CaughtUp {
  readonly lease: Lease
  readonly head: Head
  readonly since: Date
  /** The moment up to which all arrivals are known, if it advanced. */
  readonly knownUntil?: Date
  /** What operators have to mend although the pass has succeeded. */
  readonly problem?: string | null | undefined
}

/** From here on, payments whose window ended by `knownUntil` may expire. */
export async function reportCaughtUp(ctx: Context, { lease, head, since, knownUntil, problem = null }: CaughtUp): Promise<void> {
  await tables(ctx.orm.em.fork())
    .updateTable('chain_cursor')
    .set((eb) => ({
      caughtUpAt: since,
      ...(knownUntil && { knownUntil }),
      headHeight: head.height,
      ...finalityColumns(head, since),
      problem,
      problemSince: problem === null ? null : eb.fn.coalesce('problemSince', eb.val(since)),
      updatedAt: since,
    }))
    .where('chain', '=', lease.chain)
    .where('lease', '=', lease.lease)
    .execute()
}

/**
 * Shows a failing pass to readiness checks and operators; the next successful pass clears it.
 *
 * A reorg deeper than the block ring also pauses the chain's payouts until operators decide.
 */
export async function reportProblem(ctx: Context, { chain, lease }: Lease, error: unknown): Promise<void> {
  const now = ctx.clock.now()
  const problem = messageOf(error)
  await tables(ctx.orm.em.fork())
    .updateTable('chain_cursor')
    .set((eb) => ({ problem, problemSince: eb.fn.coalesce('problemSince', eb.val(now)), updatedAt: now }))
    .where('chain', '=', chain)
    .where('lease', '=', lease)
    .execute()
  if (error instanceof ReorganisationTooDeep) await pausePayouts(ctx, { scope: `chain:${chain}`, reason: problem, by: 'watcher' })
}
