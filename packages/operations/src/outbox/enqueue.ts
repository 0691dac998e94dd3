import type { OutboxMessage } from '@gateway/db/kernel/outbox-message'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../context.ts'

/** One message for one workflow. */
export interface Enqueued {
  readonly workflowId: string
  readonly message: OutboxMessage
}

/**
 * Writes messages for Temporal in the caller's transaction, so that a committed fact cannot be forgotten and an uncommitted one not told.
 *
 * @returns the ids of the rows, in order.
 */
export async function enqueue(em: Em, ctx: Pick<Context, 'clock'>, messages: readonly Enqueued[]): Promise<string[]> {
  if (messages.length === 0) return []
  const now = ctx.clock.now()
  const rows = await tables(em)
    .insertInto('outbox')
    .values(
      messages.map(({ workflowId, message }) => ({
        workflowId,
        message,
        availableAt: now,
        attempts: 0,
        lastProblem: null,
        createdAt: now,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
