import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { DAY_HOURS, hourOf, hoursBefore, REMEMBERED_HOURS, type Velocity } from '@gateway/domain/custody/velocity'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** The outflow of an asset. */
export type LeftCents = Pick<Velocity, 'hourCents' | 'dayCents' | 'bestHourCents'>

/**
 * Serialises policy decisions about an asset until the transaction ends, so that two signers do not share one remaining amount.
 *
 * A lock on the hour's row would miss a decision made before the hour turned. Read the clock after taking it.
 */
export const lockVelocity = (em: Em, asset: AssetCode): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`velocity|${asset}`}, 0))`.execute(tables(em))

/** Reads the outflow of an asset; the caller holds the velocity lock. */
export async function readVelocity(em: Em, { asset, at }: { asset: AssetCode; at: Date }): Promise<LeftCents> {
  const hour = hourOf(at)
  const rows = await tables(em)
    .selectFrom('payout_velocity')
    .select(['hour', 'usdCents'])
    .where('asset', '=', asset)
    .where('hour', '>=', hoursBefore(hour, REMEMBERED_HOURS))
    .execute()
  const dayBegan = hoursBefore(hour, DAY_HOURS - 1)
  const before = rows.filter((row) => row.hour < hour)
  return {
    // A signer with a fast clock may have begun the next hour.
    hourCents: sumCents(rows.filter((row) => row.hour >= hour)),
    dayCents: sumCents(rows.filter((row) => row.hour >= dayBegan)),
    bestHourCents: before.reduce((best, { usdCents }) => (usdCents > best ? usdCents : best), 0n),
  }
}

/** Adds a signed transaction to the hour of its decision, in the transaction that stores it. */
export async function addVelocity(em: Em, left: { asset: AssetCode; at: Date; usdCents: bigint }): Promise<void> {
  const { asset, at, usdCents } = left
  await tables(em)
    .insertInto('payout_velocity')
    .values({ asset, hour: hourOf(at), usdCents })
    .onConflict((oc) => oc.columns(['asset', 'hour']).doUpdateSet({ usdCents: sql`payout_velocity.usd_cents + excluded.usd_cents` }))
    .execute()
}

const sumCents = (rows: readonly { readonly usdCents: bigint }[]): bigint => rows.reduce((sum, { usdCents }) => sum + usdCents, 0n)
