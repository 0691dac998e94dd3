import type { SpendPurpose } from '@gateway/domain/custody/intent'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SpendIntentEntity } from './spend-intent.entity.ts'
import { hasMoney, hasNotLeft } from './waiting-conditions.ts'

/** The intents that travel in one transaction, locked so that nothing else settles or signs them meanwhile. */
export async function lockIntentsOfLead(em: Em, { leadId }: { leadId: string }): Promise<SpendIntentEntity[]> {
  return tables(em).selectFrom('spend_intent').selectAll().where('leadId', '=', leadId).orderBy('id').forUpdate().execute() as Promise<
    SpendIntentEntity[]
  >
}

/** A leg of an object that waits for a signature, locked so that two signers cannot both sign it. */
export async function lockWaitingIntent(
  em: Em,
  { purpose, ref, leg }: { purpose: SpendPurpose; ref: string; leg: number },
): Promise<SpendIntentEntity | undefined> {
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('ref', '=', ref)
    .where('leg', '=', leg)
    .where('state', 'in', ['planned', 'held'])
    .where(hasNotLeft)
    .forUpdate()
    .executeTakeFirst() as Promise<SpendIntentEntity | undefined>
}

/** Further intents of an asset that wait for a signature and may travel in the same transaction; those another signer holds are passed over. */
export async function lockCompanions(em: Em, { lead, most }: { lead: SpendIntentEntity; most: number }): Promise<SpendIntentEntity[]> {
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('chain', '=', lead.chain)
    .where('asset', '=', lead.asset)
    .where('purpose', '=', lead.purpose)
    .where('state', '=', 'planned')
    .where('id', '!=', lead.id)
    .where(hasNotLeft)
    .orderBy('createdAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute() as Promise<SpendIntentEntity[]>
}

/** Payouts to payers that wait for a signature: new ones, and those that were held when they were last looked at before a moment. */
export const findWaitingRefunds = (em: Em, { before, limit }: { before: Date; limit: number }): Promise<{ ref: string }[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select('ref')
    .where('purpose', '=', 'payment_refund')
    .where('state', 'in', ['planned', 'held'])
    .where((eb) => eb.or([eb('state', '=', 'planned'), eb('updatedAt', '<=', before)]))
    .where(hasNotLeft)
    .where(hasMoney('spend_intent'))
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
