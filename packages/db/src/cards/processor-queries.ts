import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { ProcessorAttemptEntity } from './processor-attempt.entity.ts'
import type { ProcessorEventEntity } from './processor-event.entity.ts'
import type { ProcessorIntentEntity } from './processor-intent.entity.ts'
import type { ProcessorTaskEntity } from './processor-task.entity.ts'

/** Rows that are due, without those that are being worked on. */
export interface Due {
  readonly now: Date
  readonly limit: number
  readonly except: readonly string[]
}

/** Plans an intent. False when the same purpose and object have one that may have moved money; one that was refused for good has not. */
export async function insertIntent(em: Em, intent: ProcessorIntentEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('processor_intent')
    .values(intent)
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'ref'])
        .where(sql<boolean>`state <> 'void'`) // A parameter would not match the index.
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** An intent. */
export const findIntent = (em: Em, { id }: { id: string }): Promise<ProcessorIntentEntity | undefined> =>
  tables(em).selectFrom('processor_intent').selectAll().where('id', '=', id).executeTakeFirst()

/** The intent of an object for a purpose, the latest where earlier ones were refused. */
export const findIntentOf = (
  em: Em,
  { purpose, ref }: { purpose: ProcessorPurpose; ref: string },
): Promise<ProcessorIntentEntity | undefined> =>
  tables(em)
    .selectFrom('processor_intent')
    .selectAll()
    .where((eb) => eb.and({ purpose, ref }))
    .orderBy('createdAt', 'desc')
    .orderBy((eb) => eb('state', '=', 'void'))
    .executeTakeFirst()

/** What all intents of a purpose for one payment move together, in the smallest unit of its currency; those that were refused for good move nothing. */
export async function sumOfIntents(em: Em, { purpose, paymentId }: { purpose: ProcessorPurpose; paymentId: string }): Promise<bigint> {
  const rows = await tables(em)
    .selectFrom('processor_intent')
    .select('amountMinor')
    .where((eb) => eb.and({ purpose, paymentId }))
    .where('state', '<>', 'void')
    .execute()
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** An intent, locked FOR UPDATE; lock its payment first. */
export const lockIntent = (em: Em, { id }: { id: string }): Promise<ProcessorIntentEntity | undefined> =>
  tables(em).selectFrom('processor_intent').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The attempt of an intent. */
export const findAttempt = (em: Em, { intentId }: { intentId: string }): Promise<ProcessorAttemptEntity | undefined> =>
  tables(em).selectFrom('processor_attempt').selectAll().where('intentId', '=', intentId).executeTakeFirst()

/** The attempt of an intent, locked FOR UPDATE. */
export const lockAttempt = (em: Em, { intentId }: { intentId: string }): Promise<ProcessorAttemptEntity | undefined> =>
  tables(em).selectFrom('processor_attempt').selectAll().where('intentId', '=', intentId).forUpdate().executeTakeFirst()

/** Intents that nothing was called for, the oldest first. */
export async function findPlanned(em: Em, { limit, except }: Omit<Due, 'now'>): Promise<{ id: string; paymentId: string }[]> {
  const planned = tables(em).selectFrom('processor_intent').select(['id', 'paymentId']).where('state', '=', 'planned')
  return planned
    .where(isNoneOf(sql.ref('id'), except))
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
}

/** Intents whose attempt is due, the longest due first. */
export async function findDueAttempts(em: Em, { now, limit, except }: Due): Promise<string[]> {
  const due = tables(em).selectFrom('processor_attempt').select('intentId').where('tryAt', '<=', now)
  const rows = await due
    .where(isNoneOf(sql.ref('intent_id'), except))
    .orderBy('tryAt')
    .limit(limit)
    .execute()
  return rows.map(({ intentId }) => intentId)
}

/**
 * Claims the next call of a due attempt, so that no other process makes it until `until`.
 * @returns undefined when another process has it, or its outcome is known.
 */
export const claimAttempt = (
  em: Em,
  { intentId, now, until }: { intentId: string; now: Date; until: Date },
): Promise<ProcessorAttemptEntity | undefined> =>
  tables(em)
    .updateTable('processor_attempt')
    .set((eb) => ({ tryAt: until, calls: eb('calls', '+', 1) }))
    .where('intentId', '=', intentId)
    .where('tryAt', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Stores an attempt with its key and parameters, before it is first called. */
export async function insertAttempt(em: Em, attempt: ProcessorAttemptEntity): Promise<void> {
  await tables(em).insertInto('processor_attempt').values(attempt).execute()
}

/** Ends an attempt, whose outcome `proof` has. */
export async function endAttempt(
  em: Em,
  { intentId, state, proof }: Pick<ProcessorAttemptEntity, 'intentId' | 'state' | 'proof'>,
): Promise<void> {
  const row = { state, proof, tryAt: null, lastProblem: null }
  await tables(em).updateTable('processor_attempt').set(row).where('intentId', '=', intentId).execute()
}

/** Puts off the next call of an attempt whose outcome is not known. */
export async function postponeAttempt(
  em: Em,
  { intentId, tryAt, lastProblem }: Pick<ProcessorAttemptEntity, 'intentId' | 'lastProblem'> & { tryAt: Date },
): Promise<void> {
  await tables(em).updateTable('processor_attempt').set({ tryAt, lastProblem }).where('intentId', '=', intentId).execute()
}

/** Writes the state of an intent. */
export async function saveIntent(
  em: Em,
  { id, state, updatedAt }: Pick<ProcessorIntentEntity, 'id' | 'state' | 'updatedAt'>,
): Promise<void> {
  await tables(em).updateTable('processor_intent').set({ state, updatedAt }).where('id', '=', id).execute()
}

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

/** Tasks that are due, the longest due first. */
export async function findDueTasks(em: Em, { now, limit, except }: Due): Promise<string[]> {
  const due = tables(em).selectFrom('processor_task').select('id').where('tryAt', '<=', now)
  const rows = await due
    .where(isNoneOf(sql.ref('id'), except))
    .orderBy('tryAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

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

/** Puts an event into the inbox. False when it is there already. */
export async function insertProcessorEvent(em: Em, event: ProcessorEventEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('processor_event')
    .values(event)
    .onConflict((conflict) => conflict.columns(['accountId', 'eventId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The primary key of an event. */
export type EventKey = Pick<ProcessorEventEntity, 'accountId' | 'eventId'>

/** Events that are due, the longest due first. */
export const findDueEvents = (em: Em, { now, limit, except }: Due): Promise<ProcessorEventEntity[]> => {
  const due = tables(em).selectFrom('processor_event').selectAll().where('tryAt', '<=', now)
  return due
    .where(isNoneOf(sql.ref('event_id'), except))
    .orderBy('tryAt')
    .limit(limit)
    .execute()
}

/** Claims a due event. @returns undefined when another process has it, or it is done. */
export const claimEvent = (
  em: Em,
  { accountId, eventId, now, until }: EventKey & { now: Date; until: Date },
): Promise<ProcessorEventEntity | undefined> =>
  tables(em)
    .updateTable('processor_event')
    .set((eb) => ({ tryAt: until, calls: eb('calls', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .where('tryAt', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Writes what became of an event; `tryAt` null ends it. */
export async function saveProcessorEvent(
  em: Em,
  { accountId, eventId, tryAt, outcome }: EventKey & Pick<ProcessorEventEntity, 'tryAt' | 'outcome'>,
): Promise<void> {
  await tables(em)
    .updateTable('processor_event')
    .set({ tryAt, outcome })
    .where('accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .execute()
}
