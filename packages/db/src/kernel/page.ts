import { type RawBuilder, sql } from 'kysely'

/** Rows in the order of an id, behind that of the last row of the page before. */
export interface Page {
  readonly after: string
  readonly limit: number
}

/** A page of a sweep, without rows that failed and are not due again. */
export interface SweptPage extends Page {
  readonly except: readonly string[]
}

/** Behind which the first page begins; below every id. */
export const BEGINNING = '00000000-0000-0000-0000-000000000000'

/** True of rows whose key is none of these. */
export const isNoneOf = (key: RawBuilder<unknown>, except: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${key})::text <> ALL (${[...except]}::text[])`
