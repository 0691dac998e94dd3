import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningAttemptEntity } from './lightning-attempt.entity.ts'

/** The attempt of a send; undefined for one inside the service. */
export const findLightningAttempt = (em: Em, { paymentId }: { paymentId: string }): Promise<LightningAttemptEntity | undefined> =>
  tables(em).selectFrom('lightning_attempt').selectAll().where('paymentId', '=', paymentId).executeTakeFirst()

/** When the node made the latest record that has proven the failure of a send of a hash, by its clock. */
export async function findLastFailure(em: Em, { paymentHash }: { paymentHash: string }): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: string | null
  }>`SELECT max(attempt.proof->>'createdAt') AS at FROM lightning_payment payment
    JOIN lightning_attempt attempt ON attempt.payment_id = payment.id
    WHERE payment.payment_hash = ${paymentHash} AND payment.direction = 'outgoing' AND attempt.state = 'dead'`.execute(tables(em))
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
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
