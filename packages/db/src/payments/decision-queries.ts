import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { HeldDecisionEntity } from './held-decision.entity.ts'

/** Locks the decisions about a payment until the transaction ends, so that a decision sees the ones before it. */
export async function lockDecisions(em: Em, { paymentId }: { paymentId: string }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`decision|${paymentId}`}, 0))`.execute(tables(em))
}

/** Stores a decision that nobody has carried out; false while another one about the same payment waits. */
export async function insertDecision(
  em: Em,
  decision: Pick<HeldDecisionEntity, 'id' | 'paymentId' | 'merchantId' | 'kind' | 'seenUnits' | 'decidedAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('held_decision')
    .values({ ...decision, state: 'waiting', problem: null, endedAt: null, nextAttemptAt: decision.decidedAt, attempts: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The newest decision about a payment. The tenant is the caller's to check. */
export const findNewestDecision = (em: Em, { paymentId }: { paymentId: string }): Promise<HeldDecisionEntity | undefined> =>
  tables(em)
    .selectFrom('held_decision')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('decidedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A decision by its id. The tenant is the caller's to check. */
export const findDecision = (em: Em, { id }: { id: string }): Promise<HeldDecisionEntity | undefined> =>
  tables(em).selectFrom('held_decision').selectAll().where('id', '=', id).executeTakeFirst()

/** The decision that has been due for longest and is none of these, locked; SKIP LOCKED: processes side by side take different ones. */
export const claimDecision = (em: Em, { at, except }: { at: Date; except: readonly string[] }): Promise<HeldDecisionEntity | undefined> =>
  tables(em)
    .selectFrom('held_decision')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '<=', at)
    .where(isNoneOf(sql`held_decision.id`, except))
    .orderBy('nextAttemptAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Writes what became of a decision that waits. */
export async function endDecision(
  em: Em,
  { id, ...ended }: Pick<HeldDecisionEntity, 'id' | 'state' | 'problem' | 'endedAt'>,
): Promise<void> {
  await tables(em).updateTable('held_decision').set(ended).where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** Puts off a decision that waits. */
export async function postponeDecision(
  em: Em,
  { id, ...next }: Pick<HeldDecisionEntity, 'id' | 'nextAttemptAt' | 'attempts'>,
): Promise<void> {
  await tables(em).updateTable('held_decision').set(next).where('id', '=', id).where('state', '=', 'waiting').execute()
}
