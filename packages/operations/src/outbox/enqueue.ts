import type { OutboxMessage } from '@gateway/db/kernel/outbox/outbox-message'
import type { Em } from '@gateway/db/orm'
import { type Insert, insertTogether } from '@gateway/db/kernel/insert-together'
import type { Context } from '../kernel/context.ts'
import { queueNotification } from '../kernel/notifications.ts'

/** One message for one workflow. */
export interface Enqueued {
  readonly workflowId: string
  readonly message: OutboxMessage
}

/**
 * Writes messages for Temporal in the caller's transaction, so that a message exists if and only if its change is committed.
 *
 * @returns the ids of the rows, in order.
 */
export async function enqueue(em: Em, ctx: Pick<Context, 'clock'>, messages: readonly Enqueued[]): Promise<string[]> {
  return insertTogether(em, [messageRows(em, ctx, messages)])
}

/** Messages as rows, for a caller that inserts them with others in one statement. */
export function messageRows(em: Em, ctx: Pick<Context, 'clock'>, messages: readonly Enqueued[]): Insert {
  if (messages.length > 0) queueNotification(em, { channel: 'outbox', payload: '' })
  const now = ctx.clock.now()
  const fresh = { availableAt: now, attempts: 0, lastProblem: null, createdAt: now }
  return { into: 'outbox', rows: messages.map(({ workflowId, message }) => ({ workflowId, message, ...fresh })) }
}
