import { claimTask, deleteEndedTasks, saveTask } from '@gateway/db/cards/processor/task-queries'
import type { ProcessorTaskEntity } from '@gateway/db/cards/processor/processor-task.entity'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { createAccountLink } from '../accounts/create-account-link.ts'
import { closeCheckout } from '../checkout/close-checkout.ts'
import { openPage } from '../checkout/open-page.ts'
import { acceptAtProcessor, sendDisputeEvidence } from '../disputes/work-dispute-task.ts'
import { forgetTaskFiles } from '../evidence/upload-evidence-files.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import type { TaskEnd, TaskHandler, TaskKind } from '../lifecycle/processor-task.ts'
import { leaseUntil, nextTry } from '../lifecycle/next-try.ts'
import { wordsOf } from './record-answer.ts'

/** What is done for each kind of task. */
const handlers: Readonly<Record<TaskKind, TaskHandler>> = {
  account_link: createAccountLink,
  card_close: closeCheckout,
  card_page: openPage,
  dispute_accept: acceptAtProcessor,
  dispute_evidence: sendDisputeEvidence,
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Does a due task, unless another process has it, and writes how it ended. */
export async function workTask(ctx: ProcessorContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now()
  const task = await claimTask(ctx.orm.em.fork(), { id, now, until: leaseUntil(now) })
  if (!task) return
  const handler = Object.hasOwn(handlers, task.kind) ? handlers[task.kind as TaskKind] : undefined
  if (!handler) throw new Error(`a task ${task.kind} is not done by this version`)
  await endTask(ctx, task, await handler(ctx, task))
}

async function endTask(ctx: ProcessorContext, task: ProcessorTaskEntity, end: TaskEnd): Promise<void> {
  const { id, calls, kind } = task
  const endedAt = ctx.clock.now()
  const isOver = end.result === 'done' || end.result === 'refused'
  const row = isOver
    ? { state: end.result, tryAt: null, endedAt }
    : { state: 'waiting' as const, tryAt: nextTry(endedAt, calls), endedAt: null }
  await transaction(ctx, async (em) => {
    const said = end.result === 'done' ? { answer: end.answer, problem: null } : { problem: wordsOf(end) }
    await saveTask(em, { id, ...row, ...said })
    if (isOver && kind === 'dispute_evidence') await forgetTaskFiles(em, task)
    if (isOver) queueNotification(em, { channel: 'processor_answered', payload: id })
  })
}

/** Forgets tasks that ended a day ago; their answers can be links that open once. */
export const forgetTasks = (ctx: Pick<ProcessorContext, 'orm' | 'clock'>): Promise<void> =>
  deleteEndedTasks(ctx.orm.em.fork(), { until: new Date(ctx.clock.now().getTime() - DAY_MS) })
