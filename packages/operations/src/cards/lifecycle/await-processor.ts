import { findAttempt } from '@gateway/db/cards/processor/attempt-queries'
import { findIntent } from '@gateway/db/cards/processor/intent-queries'
import { findTask } from '@gateway/db/cards/processor/task-queries'
import type { ProcessorIntentEntity } from '@gateway/db/cards/processor/processor-intent.entity'
import type { ProcessorTaskEntity } from '@gateway/db/cards/processor/processor-task.entity'
import { ProcessorFailed, ProcessorLate } from '@gateway/domain/cards/errors'
import { awaitAnswer } from '../../kernel/await-answer.ts'
import type { ApiContext } from '../../kernel/context.ts'

type Waiting = Pick<ApiContext, 'orm' | 'hear'>

/** A task that was done. @throws {ProcessorFailed} when the processor has refused it. @throws {ProcessorLate} after ten seconds without an answer. */
export async function awaitTask(ctx: Waiting, id: string): Promise<ProcessorTaskEntity> {
  const task = await awaitAnswer(ctx, answered(id), async () => {
    const found = await findTask(ctx.orm.em.fork(), { id })
    return found?.state === 'waiting' ? undefined : found
  })
  if (!task) throw new ProcessorLate()
  if (task.state === 'refused') throw new ProcessorFailed(task.problem)
  return task
}

/** An intent that has ended, done or refused; undefined after ten seconds without an answer. */
export const awaitIntent = (ctx: Waiting, id: string): Promise<ProcessorIntentEntity | undefined> =>
  awaitAnswer(ctx, answered(id), async () => {
    const found = await findIntent(ctx.orm.em.fork(), { id })
    return found?.state === 'final' || found?.state === 'void' ? found : undefined
  })

/** Why an intent that is void was refused, in the processor's code. */
export async function readRefusal(ctx: Pick<Waiting, 'orm'>, intentId: string): Promise<string | null> {
  const attempt = await findAttempt(ctx.orm.em.fork(), { intentId })
  // The engine has written it.
  const proof = attempt?.proof as { readonly refused?: { readonly code: string | null } } | null | undefined
  return proof?.refused?.code ?? null
}

const answered = (payload: string) => ({ channel: 'processor_answered', payload }) as const
