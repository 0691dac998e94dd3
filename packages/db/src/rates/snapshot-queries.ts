import type { RateSnapshot, PairName } from '@gateway/domain/rates/rate-snapshot'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A snapshot and the moment of its poll. */
export interface StoredSnapshot extends RateSnapshot {
  readonly at: Date
}

/** The newest snapshot; the last row by the primary key. */
export const findNewestSnapshot = (em: Em): Promise<StoredSnapshot | undefined> =>
  tables(em).selectFrom('rate_snapshot').select(['at', 'prices', 'holds']).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** The snapshot in force at a moment, by the index on time. */
export const findSnapshotAt = (em: Em, at: Date): Promise<StoredSnapshot | undefined> =>
  tables(em)
    .selectFrom('rate_snapshot')
    .select(['at', 'prices', 'holds'])
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The first snapshot after a moment that prices a pair, however many others come before it; by the index on pairs. */
export const findNextPricing = (em: Em, { pair, at }: { pair: PairName; at: Date }): Promise<StoredSnapshot | undefined> =>
  tables(em)
    .selectFrom('rate_snapshot')
    .select(['at', 'prices', 'holds'])
    .where('at', '>', at)
    .where(sql<boolean>`priced @> ARRAY[${pair}]::text[]`)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()

/** True when a poll is still the latest; it stays so until the transaction ends, because its row is locked. */
export async function lockPollLease(em: Em, begunAt: Date): Promise<boolean> {
  const lease = await tables(em).selectFrom('rate_poll_lease').select('sole').where('begunAt', '=', begunAt).forUpdate().executeTakeFirst()
  return lease !== undefined
}

/** Takes the lease of the next poll when the last one began so long ago; true for one caller only, in whichever process. */
export async function claimPollLease(em: Em, { now, everyMs }: { now: Date; everyMs: number }): Promise<boolean> {
  const due = new Date(now.getTime() - everyMs)
  const { rows } = await sql`UPDATE rate_poll_lease SET begun_at = ${now} WHERE begun_at <= ${due} RETURNING sole`.execute(tables(em))
  return rows.length > 0
}
