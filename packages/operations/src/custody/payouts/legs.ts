import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { SpendPurpose } from '@gateway/domain/custody/intent'

/** The number of the next leg of each object; the first is 0. */
export async function nextLegs(em: Em, purpose: SpendPurpose, refs: readonly string[]): Promise<(ref: string) => number> {
  if (refs.length === 0) return () => 0
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select(({ fn }) => ['ref', fn.max('leg').as('last')])
    .where('purpose', '=', purpose)
    .where('ref', 'in', [...refs])
    .groupBy('ref')
    .execute()
  const last = new Map(rows.map((row) => [row.ref, Number(row.last)]))
  return (ref) => (last.get(ref) ?? -1) + 1
}

/** Tells whether an object has a leg of an asset that is still to be paid. */
export type IsUnpaid = (leg: { readonly ref: string; readonly asset: AssetCode }) => boolean

/** Looks for legs that are still to be paid; a leg whose deposits a reorganisation has given to others, or for good to nobody, pays nothing. */
export async function findUnpaid(em: Em, purpose: SpendPurpose, refs: readonly string[]): Promise<IsUnpaid> {
  if (refs.length === 0) return () => false
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select(['ref', 'asset'])
    .distinct()
    .where('purpose', '=', purpose)
    .where('ref', 'in', [...refs])
    .where('state', '!=', 'final')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deposit').select('deposit.id').whereRef('deposit.intentId', '=', 'spend_intent.id').where('deposit.dead', '=', false),
      ),
    )
    .execute()
  return ({ ref, asset }) => rows.some((row) => row.ref === ref && row.asset === asset)
}

/** Open legs by id, in order, locked against everybody else who would sign or settle them. */
export async function holdOpenLegs(em: Em, ids: readonly string[]): Promise<SpendIntentEntity[]> {
  if (ids.length === 0) return []
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('state', '!=', 'final')
    .orderBy('leg')
    .forUpdate()
    .execute() as Promise<SpendIntentEntity[]>
}

/** What networks took out of the final payouts of some objects, by object and leg. */
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
    .where('ref', 'in', [...refs])
    .where('state', '=', 'final')
    .execute()
}

/** What final payouts were counted to have and did not move, by their ids; one that has moved all is not there. */
export async function readShortfalls(em: Em, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (ids.length === 0) return new Map()
  const short = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'shortUnits'])
    .where('id', 'in', [...ids])
    .where('shortUnits', '>', 0n)
    .execute()
  return new Map(short.map(({ id, shortUnits }) => [id, shortUnits]))
}
