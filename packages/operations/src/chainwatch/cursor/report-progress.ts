import type { Head } from '@gateway/chains/rail/block'
import { tables } from '@gateway/db/tables'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
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

/** Shows a failing pass to readiness checks and operators; the next successful pass clears it. */
export async function reportProblem(ctx: Context, { chain, lease }: Lease, error: unknown): Promise<void> {
  const now = ctx.clock.now()
  await tables(ctx.orm.em.fork())
    .updateTable('chain_cursor')
    .set((eb) => ({ problem: messageOf(error), problemSince: eb.fn.coalesce('problemSince', eb.val(now)), updatedAt: now }))
    .where('chain', '=', chain)
    .where('lease', '=', lease)
    .execute()
}
