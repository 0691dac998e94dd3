import { insertTask } from '@gateway/db/cards/processor/task-queries'
import type { ProcessorTaskEntity } from '@gateway/db/cards/processor/processor-task.entity'
import type { Em } from '@gateway/db/orm'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import type { ProcessorContext } from './processor-context.ts'

/** What the processor is asked beside money. */
export type TaskKind = 'account_link' | 'card_close' | 'card_page' | 'dispute_evidence' | 'dispute_accept'

/** How a task ended; `answer` is what its row keeps. Other results of a call are tried again under the same key. */
export type TaskEnd = { readonly result: 'done'; readonly answer: unknown } | FailedCall

/** Does a task. It is repeated until it is done or refused, so what it calls has keys of its own: the task's id, or its object's. */
export type TaskHandler = (ctx: ProcessorContext, task: ProcessorTaskEntity) => Promise<TaskEnd>

/** A task that ends without a call, and why. */
export const refusedFor = (code: string): FailedCall => ({
  result: 'refused',
  status: null,
  code,
  declineCode: null,
  param: null,
  requestId: null,
})

/** Asks the processor for something, in the caller's transaction. @returns the id of the task. */
export async function askProcessor(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { kind, ref, request }: { readonly kind: TaskKind; readonly ref: string; readonly request: unknown },
): Promise<string> {
  const id = ctx.ids.uuid()
  await insertTask(em, { id, kind, ref, request, createdAt: ctx.clock.now() })
  queueNotification(em, { channel: 'processor_due', payload: '' })
  return id
}
