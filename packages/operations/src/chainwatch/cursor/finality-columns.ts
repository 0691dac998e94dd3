import type { Head } from '@gateway/chains/rail'
import { type RawBuilder, sql } from 'kysely'

/** What a cursor says about finality. */
interface Finality {
  readonly finalizedHeight: number | null
  readonly finalizedHighest: RawBuilder<number | null>
  readonly finalizedSince: RawBuilder<Date | null>
}

/**
 * What a node calls final, and since when the highest that it ever called so: a tag that stands still, falls back or is not told for a while keeps its
 * moment, also when it is told again, so that its age is how long nothing has become final.
 */
export const finalityColumns = ({ finalizedHeight }: Head, now: Date): Finality => ({
  finalizedHeight: finalizedHeight ?? null,
  finalizedHighest: sql`greatest(finalized_highest, ${finalizedHeight ?? null}::int)`,
  finalizedSince: sql`CASE WHEN ${finalizedHeight ?? null}::int > coalesce(finalized_highest, -1) THEN ${now}::timestamptz ELSE finalized_since END`,
})
