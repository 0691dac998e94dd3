import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SpendIntentEntity } from './spend-intent.entity.ts'
import { hasMoney, hasNotLeft, hasRested } from './waiting-conditions.ts'

/** The intents that travel in the transactions of some leads, locked so that nothing else settles or signs them meanwhile. */
export const lockIntentsOfLeads = (em: Em, leadIds: readonly string[]): Promise<SpendIntentEntity[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('leadId', 'in', [...leadIds])
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<SpendIntentEntity[]>

/** A payout of an object that waits for a signature. */
export type WaitingLeg = Pick<SpendIntentEntity, 'purpose' | 'ref' | 'leg' | 'chain' | 'asset'>

/** Waiting payouts of some objects that have something to pay and have rested, by leg, before any lock. */
export const findWaitingLegs = (em: Em, { wanted, now }: { wanted: readonly DuePayout[]; now: Date }): Promise<WaitingLeg[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select(['purpose', 'ref', 'leg', 'chain', 'asset'])
    .where((eb) =>
      eb(
        eb.refTuple('purpose', 'ref'),
        'in',
        wanted.map(({ purpose, ref }) => eb.tuple(purpose, ref)),
      ),
    )
    .where('state', 'in', ['planned', 'held'])
    .where(hasRested('spend_intent', now))
    .where(hasMoney('spend_intent'))
    .orderBy('leg')
    .execute()

/** Legs that wait for a signature, locked so that two signers cannot both sign one; none that another one holds. */
export const lockWaitingIntents = (em: Em, legs: readonly WaitingLeg[]): Promise<SpendIntentEntity[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where((eb) =>
      eb(
        eb.refTuple('purpose', 'ref', 'leg'),
        'in',
        legs.map(({ purpose, ref, leg }) => eb.tuple(purpose, ref, leg)),
      ),
    )
    .where('state', 'in', ['planned', 'held'])
    .where(hasNotLeft)
    .orderBy('leg')
    .orderBy('createdAt')
    .forUpdate()
    .skipLocked()
    .execute() as Promise<SpendIntentEntity[]>

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
