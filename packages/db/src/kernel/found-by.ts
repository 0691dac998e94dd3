import { type RawBuilder, sql } from 'kysely'

/**
 * True of the rows whose id one of several searches finds, each in its own index.
 *
 * All ids are found before any other condition applies, so that none is cut. As a condition on the rows themselves a search would make Postgres guess
 * how rare a word is, and read a whole shop for it.
 */
export const foundBy = (id: string, searches: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(id)} = ANY (ARRAY(${sql.join(searches, sql` UNION `)}))`
