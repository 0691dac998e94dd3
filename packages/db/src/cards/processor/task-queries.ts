import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { ProcessorTaskEntity } from './processor-task.entity.ts'

/** Asks the processor for something beside money. */
export async function insertTask(em: Em, task: Pick<ProcessorTaskEntity, 'id' | 'kind' | 'ref' | 'request' | 'createdAt'>): Promise<void> {
  const fresh = { state: 'waiting' as const, calls: 0, tryAt: task.createdAt, problem: null, answer: null, endedAt: null }
  await tables(em)
    .insertInto('processor_task')
    .values({ ...task, ...fresh })
    .execute()
}

/** A task. */
export const findTask = (em: Em, { id }: { id: string }): Promise<ProcessorTaskEntity | undefined> =>
  tables(em).selectFrom('processor_task').selectAll().where('id', '=', id).executeTakeFirst()

/** The task of a kind for an object that has not ended. */
export const findWaitingTask = (
  em: Em,
  of: Pick<ProcessorTaskEntity, 'kind' | 'ref'>,
): Promise<Pick<ProcessorTaskEntity, 'id'> | undefined> =>
  tables(em)
    .selectFrom('processor_task')
    .select('id')
    .where((eb) => eb.and(of))
    .where('tryAt', 'is not', null)
    .executeTakeFirst()

/** Claims a due task. @returns undefined when another process has it, or it has ended. */
export const claimTask = (em: Em, { id, now, until }: { id: string; now: Date; until: Date }): Promise<ProcessorTaskEntity | undefined> =>
  tables(em)
    .updateTable('processor_task')
    .set((eb) => ({ tryAt: until, calls: eb('calls', '+', 1) }))
    .where('id', '=', id)
    .where('tryAt', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Writes what became of a task; without an answer there is none yet. */
export async function saveTask(
  em: Em,
  { id, ...task }: Pick<ProcessorTaskEntity, 'id' | 'state' | 'tryAt' | 'problem' | 'endedAt'> & { readonly answer?: unknown },
): Promise<void> {
  await tables(em).updateTable('processor_task').set(task).where('id', '=', id).execute()
}

/** Forgets tasks that have ended until a moment. */
export async function deleteEndedTasks(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('processor_task').where('endedAt', '<=', until).execute()
}
