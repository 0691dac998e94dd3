import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningAttemptEntity } from './lightning-attempt.entity.ts'

/** The attempt of a send; undefined for one inside the service. */
export const findLightningAttempt = (em: Em, { paymentId }: { paymentId: string }): Promise<LightningAttemptEntity | undefined> =>
  tables(em).selectFrom('lightning_attempt').selectAll().where('paymentId', '=', paymentId).executeTakeFirst()

/** Stores an attempt, before the node is first called. */
export async function insertLightningAttempt(em: Em, attempt: LightningAttemptEntity): Promise<void> {
  await tables(em).insertInto('lightning_attempt').values(attempt).execute()
}

/** Notes that the node is called now. */
export async function countCall(em: Em, { paymentId, now }: { paymentId: string; now: Date }): Promise<void> {
  await tables(em)
    .updateTable('lightning_attempt')
    .set((eb) => ({ state: 'broadcast', calls: eb('calls', '+', 1), firstCalledAt: eb.fn.coalesce('firstCalledAt', eb.val(now)) }))
    .where('paymentId', '=', paymentId)
    .execute()
}

/** Notes why the outcome of an attempt is not known yet. */
export async function noteProblem(
  em: Em,
  { paymentId, lastProblem }: Pick<LightningAttemptEntity, 'paymentId' | 'lastProblem'>,
): Promise<void> {
  await tables(em).updateTable('lightning_attempt').set({ lastProblem }).where('paymentId', '=', paymentId).execute()
}

/** Ends an attempt, whose outcome `proof` has. */
export async function endLightningAttempt(
  em: Em,
  { paymentId, state, proof }: Pick<LightningAttemptEntity, 'paymentId' | 'state' | 'proof'>,
): Promise<void> {
  await tables(em).updateTable('lightning_attempt').set({ state, proof, lastProblem: null }).where('paymentId', '=', paymentId).execute()
}
