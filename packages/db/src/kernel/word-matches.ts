import { type RawBuilder, sql } from 'kysely'

/** A query for all words of a text, of which the last one may be only begun; null, which matches nothing, for a text without words. */
export const beginningOf = (text: string): RawBuilder<unknown> =>
  sql`(nullif(plainto_tsquery('simple', ${text})::text, '') || ':*')::tsquery`
