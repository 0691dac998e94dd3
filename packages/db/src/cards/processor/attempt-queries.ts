import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { ProcessorAttemptEntity } from './processor-attempt.entity.ts'

/** The attempt of an intent. */
export const findAttempt = (em: Em, { intentId }: { intentId: string }): Promise<ProcessorAttemptEntity | undefined> =>
  tables(em).selectFrom('processor_attempt').selectAll().where('intentId', '=', intentId).executeTakeFirst()

/** The attempt of an intent, locked FOR UPDATE. */
export const lockAttempt = (em: Em, { intentId }: { intentId: string }): Promise<ProcessorAttemptEntity | undefined> =>
  tables(em).selectFrom('processor_attempt').selectAll().where('intentId', '=', intentId).forUpdate().executeTakeFirst()

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
