import { messageOf } from '@gateway/domain/kernel/error'
import { claimOutbox, deleteOutbox, recordOutboxProblem } from '@gateway/db/kernel/outbox/outbox-queries'
import type { OutboxEntity } from '@gateway/db/kernel/outbox/outbox.entity'
import type { Context } from '../kernel/context.ts'
import { batched } from '../kernel/batch-calls.ts'
import { sweepOne } from '../kernel/sweeps/sweep-each.ts'
import type { TemporalPort } from './temporal-port.ts'

/** The dependencies of the relay: those of every operation, and Temporal. */
export type RelayContext = Context & { readonly temporal: TemporalPort }

const RELAYED_AT_ONCE = 200
/** When a message of a dead relay is claimed again; a slow one is sent twice, which is harmless. */
const CLAIM_MS = 10_000

/**
 * Delivers committed messages to Temporal and deletes those that arrived.
 *
 * A claim expires, so a relay that dies loses nothing; a message that is sent twice has one effect, because signals carry a sequence. Of several
 * messages for one workflow only the newest is sent, because each carries the current state.
 *
 * @param input.ids - only these rows (right after their commit); otherwise every due one.
 * @returns how many messages were claimed; a full batch means that there may be more.
 */
export async function deliverOutbox(ctx: RelayContext, input: { ids?: readonly string[] } = {}): Promise<number> {
  const claimed = await claimOutbox(ctx.orm.em.fork(), { now: ctx.clock.now(), claimMs: CLAIM_MS, limit: RELAYED_AT_ONCE, ids: input.ids })
  const byWorkflow = Map.groupBy(claimed, (row) => row.workflowId)
  await Promise.all(
    [...byWorkflow].map(([workflowId, rows]) =>
      sweepOne(ctx, { name: 'outbox', key: workflowId, about: { workflowId } }, () => relay(ctx, rows)),
    ),
  )
  return claimed.length
}

async function relay(ctx: RelayContext, rows: readonly OutboxEntity[]): Promise<void> {
  // A bare start does not reach a running workflow, so it never replaces a signal.
  const newest = rows.findLast((row) => row.message.signal !== undefined) ?? rows.at(-1)
  if (!newest) return
  const ids = rows.map((row) => row.id)
  try {
    await ctx.temporal.deliver(newest.workflowId, newest.message)
    await forgetTogether(ctx.orm, ids)
  } catch (error) {
    const problem = messageOf(error)
    ctx.log.warn({ workflowId: newest.workflowId, attempts: newest.attempts, problem }, 'outbox message not delivered, retrying')
    await recordOutboxProblem(ctx.orm.em.fork(), {
      ids,
      problem,
      availableAt: new Date(ctx.clock.now().getTime() + backoffMs(newest.attempts)),
    })
  }
}

/** Messages that arrive at about the same time are forgotten in one transaction, which waits for the disk once. */
const forgetTogether = batched({
  most: RELAYED_AT_ONCE,
  work: async (orm, arrived: readonly (readonly string[])[]) => {
    await deleteOutbox(orm.em.fork(), arrived.flat())
    return arrived.map(() => true)
  },
})

const backoffMs = (attempts: number): number => Math.min(30_000, 250 * 2 ** Math.min(attempts, 10))
