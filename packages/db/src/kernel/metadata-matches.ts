import { type RawBuilder, sql } from 'kysely'

/** Members of metadata and their values as texts; one of `names` has the value `order`. */
export interface MetadataMatch {
  readonly members: Readonly<Record<string, string>>
  readonly order: string | undefined
  readonly orderNames: readonly string[]
}

/** Rows whose metadata matches, by an index on `column`. */
export const metadataMatches = (column: RawBuilder<unknown>, { members, order, orderNames }: MetadataMatch): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [
      ...Object.entries(members).map(([name, value]) => hasMember(column, name, value)),
      ...(order === undefined ? [] : [anyOf(orderNames.map((name) => hasMember(column, name, order)))]),
      sql`true`,
    ],
    sql` AND `,
  )})`

/** Rows with this value anywhere in their metadata, by the same index. */
export function metadataHolds(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const path = `$.** ? (${valuesOf(text)
    .map((value) => `@ == ${JSON.stringify(value)}`)
    .join(' || ')})`
  return sql<boolean>`${column} @? ${path}::jsonpath`
}

const hasMember = (column: RawBuilder<unknown>, name: string, text: string): RawBuilder<unknown> =>
  anyOf(valuesOf(text).map((value) => sql`${column} @> ${JSON.stringify({ [name]: value })}::jsonb`))

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(conditions, sql` OR `)})`

/** A text, and the number that is written so. */
function valuesOf(text: string): (string | number)[] {
  const number = Number(text)
  return text !== '' && String(number) === text && Number.isFinite(number) ? [text, number] : [text]
}
