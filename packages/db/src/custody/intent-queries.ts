import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SpendIntentEntity } from './spend-intent.entity.ts'
import { hasMoney, hasNotLeft, hasRested } from './waiting-conditions.ts'

/** The intents that travel in one transaction, locked so that nothing else settles or signs them meanwhile. */
export async function lockIntentsOfLead(em: Em, { leadId }: { leadId: string }): Promise<SpendIntentEntity[]> {
  return tables(em).selectFrom('spend_intent').selectAll().where('leadId', '=', leadId).orderBy('id').forUpdate().execute() as Promise<
    SpendIntentEntity[]
  >
}

/** A leg of an object that waits for a signature, locked so that two signers cannot both sign it; none when another one holds it. */
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
    .skipLocked()
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

/** An object with a payout that waits for a signature. */
export type DuePayout = Pick<SpendIntentEntity, 'purpose' | 'ref'>

/** How long a held payout rests before it is looked at again: as long as it has been held, within these bounds. */
interface HeldRest {
  readonly leastMs: number
  readonly mostMs: number
}

/**
 * Payouts of a chain that are due for a signature, whatever they are for: new ones first, then held ones that have rested, the ones that wait longest
 * first. None whose key, its purpose and reference, is one of `except`.
 */
export const findDuePayouts = (
  em: Em,
  { chain, now, rest, limit, except }: { chain: ChainCode; now: Date; rest: HeldRest; limit: number; except: readonly string[] },
): Promise<DuePayout[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select(['purpose', 'ref'])
    .where('chain', '=', chain)
    .where('state', 'in', ['planned', 'held'])
    .where((eb) => eb.or([eb('state', '=', 'planned'), restedBy(now, rest)]))
    .where(hasRested('spend_intent', now))
    .where(hasNotLeft)
    .where(hasMoney('spend_intent'))
    .where(isNoneOf(sql`purpose || ' ' || ref`, except))
    .orderBy('state', 'desc')
    .orderBy('updatedAt')
    .limit(limit)
    .execute()

const restedBy = (now: Date, { leastMs, mostMs }: HeldRest) =>
  sql<boolean>`updated_at + LEAST(GREATEST(updated_at - held_since, ${`${leastMs} ms`}::interval), ${`${mostMs} ms`}::interval) <= ${now}::timestamptz`
