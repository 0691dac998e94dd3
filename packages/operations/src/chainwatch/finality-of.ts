import type { Head } from '@gateway/chains/rail'
import { type RawBuilder, sql } from 'kysely'

/** What a cursor says about finality. */
interface Finality {
  readonly finalizedHeight: number | null
  readonly finalizedSince: RawBuilder<Date | null>
}

/**
 * What a node calls final, and since when that is the highest: a tag that stands still, falls back or is no longer told keeps its moment, so that its
 * age is how long nothing has become final.
 */
export const finalityOf = ({ finalizedHeight }: Head, now: Date): Finality => ({
  finalizedHeight: finalizedHeight ?? null,
  finalizedSince: sql`CASE WHEN ${finalizedHeight ?? null}::int > coalesce(finalized_height, -1) THEN ${now}::timestamptz ELSE finalized_since END`,
})
