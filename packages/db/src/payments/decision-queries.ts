import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { HeldDecisionEntity } from './held-decision.entity.ts'
import type { HeldOf } from './refund-queries.ts'

/** Locks the decisions about an object until the transaction ends, so that a decision sees the ones before it. */
export async function lockDecisions(em: Em, of: HeldOf): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`decision|${'paymentId' in of ? of.paymentId : of.invoiceId}`}, 0))`.execute(
    tables(em),
  )
}

/** Stores a decision that nobody has carried out; false while another one about the same object waits. */
export async function insertDecision(
  em: Em,
  { of, ...decision }: Pick<HeldDecisionEntity, 'id' | 'merchantId' | 'kind' | 'seenUnits' | 'decidedAt'> & { of: HeldOf },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('held_decision')
    .values({
      paymentId: null,
      invoiceId: null,
      ...of,
      ...decision,
      state: 'waiting',
      problem: null,
      endedAt: null,
      nextAttemptAt: decision.decidedAt,
      attempts: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The newest decision about an object. The tenant is the caller's to check. */
export const findNewestDecision = (em: Em, of: HeldOf): Promise<HeldDecisionEntity | undefined> =>
  tables(em)
    .selectFrom('held_decision')
    .selectAll()
    .where((eb) => ('paymentId' in of ? eb('paymentId', '=', of.paymentId) : eb('invoiceId', '=', of.invoiceId)))
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
