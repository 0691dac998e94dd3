import type { Head } from '@gateway/chains/rail/block'
import { type RawBuilder, sql } from 'kysely'

/** The finality columns of a cursor. */
interface Finality {
  readonly finalizedHeight: number | null
  readonly finalizedHighest: RawBuilder<number | null>
  readonly finalizedSince: RawBuilder<Date | null>
}

/**
 * The node's highest finalized height and when it was first reported. A tag that stalls, falls or is missing for a while keeps its time, so that
 * its age shows how long finality has stalled.
 */
export const finalityColumns = ({ finalizedHeight }: Head, now: Date): Finality => ({
  finalizedHeight: finalizedHeight ?? null,
  finalizedHighest: sql`greatest(finalized_highest, ${finalizedHeight ?? null}::int)`,
  finalizedSince: sql`CASE WHEN ${finalizedHeight ?? null}::int > coalesce(finalized_highest, -1) THEN ${now}::timestamptz ELSE finalized_since END`,
})
