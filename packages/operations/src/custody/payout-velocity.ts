import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { DAY_HOURS, hourOf, hoursBefore, REMEMBERED_HOURS, type Velocity } from '@gateway/domain/custody/velocity'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** What has left of an asset. */
export type LeftCents = Pick<Velocity, 'hourCents' | 'dayCents' | 'bestHourCents'>

/**
 * Reads what the signer has let leave of an asset, and keeps every other signer from adding to the same hour until the caller's transaction ends: two
 * that look at once would both see room for one. Who was judged just before the hour turned and has not ended yet is not seen.
 */
export async function lockVelocity(em: Em, { asset, at }: { asset: AssetCode; at: Date }): Promise<LeftCents> {
  const hour = hourOf(at)
  await tables(em)
    .insertInto('payout_velocity')
    .values({ asset, hour, usdCents: 0n })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await tables(em).selectFrom('payout_velocity').select('hour').where('asset', '=', asset).where('hour', '=', hour).forUpdate().execute()
  const rows = await tables(em)
    .selectFrom('payout_velocity')
    .select(['hour', 'usdCents'])
    .where('asset', '=', asset)
    .where('hour', '>=', hoursBefore(hour, REMEMBERED_HOURS))
    .where('hour', '<=', hour)
    .execute()
  const isNow = (row: { hour: Date }): boolean => row.hour.getTime() === hour.getTime()
  const dayBegan = hoursBefore(hour, DAY_HOURS - 1)
  return {
    hourCents: sumCents(rows.filter(isNow)),
    dayCents: sumCents(rows.filter((row) => row.hour >= dayBegan)),
    bestHourCents: rows.filter((row) => !isNow(row)).reduce((best, { usdCents }) => (usdCents > best ? usdCents : best), 0n),
  }
}

/**
 * Adds what a signed transaction takes out, in the transaction that stores it: both are there or neither.
 *
 * @param left.at - The moment at which the hour was locked; another one may lie in an hour that nobody has looked at.
 */
export async function addVelocity(em: Em, left: { asset: AssetCode; at: Date; usdCents: bigint }): Promise<void> {
  const { asset, at, usdCents } = left
  const { numAffectedRows } = await sql`UPDATE payout_velocity SET usd_cents = usd_cents + ${usdCents.toString()}::numeric
    WHERE asset = ${asset} AND hour = ${hourOf(at)}::timestamptz`.execute(tables(em))
  if (numAffectedRows !== 1n) throw new Error(`what leaves of ${asset} at ${at.toISOString()} has no hour to be counted in`)
}

const sumCents = (rows: readonly { readonly usdCents: bigint }[]): bigint => rows.reduce((sum, { usdCents }) => sum + usdCents, 0n)
