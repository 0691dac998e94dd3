import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningAttemptEntity } from './lightning-attempt.entity.ts'
import type { LightningPaymentEntity } from './lightning-payment.entity.ts'

/** The attempt of a send. */
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

/** Notes that the node is called now, or that one inside the service is begun: whatever has held it before does no more. */
export async function countCall(em: Em, { paymentId, now }: { paymentId: string; now: Date }): Promise<void> {
  await tables(em)
    .updateTable('lightning_attempt')
    .set((eb) => ({
      state: 'broadcast',
      calls: eb('calls', '+', 1),
      firstCalledAt: eb.fn.coalesce('firstCalledAt', eb.val(now)),
      lastProblem: null,
    }))
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

/** Marks the sends that have lasted since `until` or longer without a workflow, which the caller starts. */
export async function markLastingSends(
  em: Em,
  { until }: { until: Date },
): Promise<Pick<LightningPaymentEntity, 'id' | 'merchantId' | 'mode'>[]> {
  // The condition is that of the index: a parameter would not match it.
  const { rows } = await sql<
    Pick<LightningPaymentEntity, 'id' | 'merchantId' | 'mode'>
  >`UPDATE lightning_attempt attempt SET has_workflow = true
    FROM lightning_payment payment WHERE payment.id = attempt.payment_id AND payment.created_at <= ${until}::timestamptz
      AND attempt.state IN ('signed', 'broadcast') AND NOT attempt.has_workflow
    RETURNING payment.id, payment.merchant_id AS "merchantId", payment.mode`.execute(tables(em))
  return rows
}

/** Ends an attempt, whose outcome `proof` has. @returns whether it has a workflow. */
export async function endLightningAttempt(
  em: Em,
  { paymentId, state, proof }: Pick<LightningAttemptEntity, 'paymentId' | 'state' | 'proof'>,
): Promise<boolean> {
  const ended = tables(em).updateTable('lightning_attempt').set({ state, proof, lastProblem: null }).where('paymentId', '=', paymentId)
  return (await ended.returning('hasWorkflow').executeTakeFirstOrThrow()).hasWorkflow
}
