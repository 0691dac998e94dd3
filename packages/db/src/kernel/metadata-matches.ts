import { type RawBuilder, sql } from 'kysely'

/** Members of metadata and their values as texts; one of `names` has the value `order`. */
export interface MetadataMatch {
  readonly members: Readonly<Record<string, string>>
  readonly order: string | undefined
  readonly orderNames: readonly string[]
}

/** Rows whose metadata matches, by an index on `column`. */
export const metadataMatches = (column: RawBuilder<unknown>, match: MetadataMatch): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [...choicesOf(match).map((choice) => anyOf(choice.map((document) => sql`${column} @> ${document}::jsonb`))), sql`true`],
    sql` AND `,
  )})`

/** The same for a statement that is written as text; `at` takes a value and returns its place in the text. */
export const metadataText = (column: string, match: MetadataMatch, at: (value: string) => string): string =>
  [...choicesOf(match).map((choice) => `(${choice.map((document) => `${column} @> ${at(document)}::jsonb`).join(' OR ')})`), 'true'].join(
    ' AND ',
  )

/** Rows with this value anywhere in their metadata, by the same index. */
export function metadataHolds(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const path = `$.** ? (${valuesOf(text)
    .map((value) => `@ == ${JSON.stringify(value)}`)
    .join(' || ')})`
  return sql<boolean>`${column} @? ${path}::jsonpath`
}

/** Metadata that matches contains one document of each choice. */
const choicesOf = ({ members, order, orderNames }: MetadataMatch): string[][] => [
  ...Object.entries(members).map(([name, text]) => documentsOf(name, text)),
  ...(order === undefined ? [] : [orderNames.flatMap((name) => documentsOf(name, order))]),
]

const documentsOf = (name: string, text: string): string[] => valuesOf(text).map((value) => JSON.stringify({ [name]: value }))

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(conditions, sql` OR `)})`

/** A text, and the number that is written so. */
function valuesOf(text: string): (string | number)[] {
  const number = Number(text)
  return text !== '' && String(number) === text && Number.isFinite(number) ? [text, number] : [text]
}
