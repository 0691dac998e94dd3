import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'

/** The next leg number of each object; the first is 0. */
export async function nextLegs(em: Em, purpose: SpendPurpose, refs: readonly string[]): Promise<(ref: string) => number> {
  if (refs.length === 0) return () => 0
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select(({ fn }) => ['ref', fn.max('leg').as('last')])
    .where('purpose', '=', purpose)
    .where(isOneOf('ref', refs, 'text'))
    .groupBy('ref')
    .execute()
  const last = new Map(rows.map((row) => [row.ref, Number(row.last)]))
  return (ref) => (last.get(ref) ?? -1) + 1
}

/** Whether an object has an unpaid leg of an asset. */
export type IsUnpaid = (leg: { readonly ref: string; readonly asset: AssetCode }) => boolean

/** Finds unpaid legs. A leg without live deposits pays nothing and is not one. */
export async function findUnpaid(em: Em, purpose: SpendPurpose, refs: readonly string[]): Promise<IsUnpaid> {
  if (refs.length === 0) return () => false
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select(['ref', 'asset'])
    .distinct()
    .where('purpose', '=', purpose)
    .where(isOneOf('ref', refs, 'text'))
    .where('state', '!=', 'final')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deposit').select('deposit.id').whereRef('deposit.intentId', '=', 'spend_intent.id').where('deposit.dead', '=', false),
      ),
    )
    .execute()
  return ({ ref, asset }) => rows.some((row) => row.ref === ref && row.asset === asset)
}

/** Open legs by id, in leg order, locked against concurrent signing and settling in the order that all take. */
export async function holdOpenLegs(em: Em, ids: readonly string[]): Promise<SpendIntentEntity[]> {
  if (ids.length === 0) return []
  const legs = (await tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where(isOneOf('id', [...new Set(ids)], 'uuid'))
    .where('state', '!=', 'final')
    .orderBy('id')
    .forUpdate()
    .execute()) as SpendIntentEntity[]
  return legs.toSorted((one, other) => one.leg - other.leg)
}

/** Network fees of final payouts, by object and leg. */
export async function readFinalFees(
  em: Em,
  purpose: SpendPurpose,
  refs: readonly string[],
): Promise<{ ref: string; leg: number; units: bigint }[]> {
  if (refs.length === 0) return []
  return tables(em)
    .selectFrom('spend_intent')
    .select(['ref', 'leg', 'networkFeeUnits as units'])
    .where('purpose', '=', purpose)
    .where(isOneOf('ref', refs, 'text'))
    .where('state', '=', 'final')
    .execute()
}

/** The shortfall of final payouts, by id; payouts without one are absent. */
export async function readShortfalls(em: Em, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (ids.length === 0) return new Map()
  const short = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'shortUnits'])
    .where(isOneOf('id', ids, 'uuid'))
    .where('shortUnits', '>', 0n)
    .execute()
  return new Map(short.map(({ id, shortUnits }) => [id, shortUnits]))
}
