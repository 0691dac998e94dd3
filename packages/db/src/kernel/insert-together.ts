import type { Insertable } from 'kysely'
import type { Em } from '../orm.ts'
import type { Tables } from '../tables.ts'
import { runStatement } from './run-statement.ts'

/** Rows for one table; what the database assigns is left out. */
export type Insert = {
  readonly [Table in keyof Tables]: { readonly into: Table; readonly rows: readonly Insertable<Tables[Table]>[] }
}[keyof Tables]

/** All rows for one table, as one statement takes them. */
interface Part {
  readonly into: string
  readonly columns: readonly Column[]
  readonly rows: readonly object[]
}

/** A property of an entity, and the column it is stored in. */
interface Column {
  readonly property: string
  readonly name: string
}

/**
 * Inserts rows into several tables in one statement: all of them or none, in one round trip instead of one for each table.
 *
 * Rows travel as JSON and Postgres makes columns of it, so every column type must have a text form (bytes have none here). References among
 * the rows are checked at the end of the statement, so the order of tables does not matter. Rows of a table have the members of its first.
 *
 * The text of the statement follows from its tables and columns alone, so that it is prepared once however many rows it carries.
 *
 * @returns the ids that the messages among the rows were given, in their order.
 */
export async function insertTogether(em: Em, inserts: readonly Insert[]): Promise<string[]> {
  const parts = partsOf(em, inserts)
  if (parts.length === 0) return []
  const writes = parts.map(({ into, columns }, index) => `new_${into} AS (${insertText(into, columns, index + 1)})`)
  const answer = parts.some(({ into }) => into === 'outbox') ? 'SELECT id::text FROM new_outbox' : 'SELECT'
  const rows = await runStatement<{ id: string }>(em, `WITH ${writes.join(', ')} ${answer}`, parts.map(jsonOf))
  return rows.map(({ id }) => id)
}

function insertText(into: string, columns: readonly Column[], parameter: number): string {
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const back = into === 'outbox' ? 'id' : '1'
  return `INSERT INTO "${into}" (${list}) SELECT ${list} FROM json_populate_recordset(NULL::"${into}", $${parameter}::json) RETURNING ${back}`
}

function partsOf(em: Em, inserts: readonly Insert[]): Part[] {
  const byTable = Map.groupBy(
    inserts.filter(({ rows }) => rows.length > 0),
    ({ into }) => into,
  )
  return [...byTable].map(([into, given]) => {
    const rows = given.flatMap((insert): readonly object[] => insert.rows)
    const names = columnsOf(em, into)
    return { into, rows, columns: Object.keys(rows[0] ?? {}).map((property) => ({ property, name: names.get(property) ?? property })) }
  })
}

const known = new Map<string, ReadonlyMap<string, string>>()

/** Column names by property, as the entity of a table declares them. */
function columnsOf(em: Em, table: string): ReadonlyMap<string, string> {
  const found = known.get(table)
  if (found) return found
  const meta = [...em.getMetadata().getAll().values()].find((entity) => entity.tableName === table)
  const columns = new Map(meta?.props.map((property) => [property.name, property.fieldNames[0] ?? property.name]))
  known.set(table, columns)
  return columns
}

const jsonOf = ({ rows, columns }: Part): string => JSON.stringify(rows.map((row) => renamed(row, columns)))

/** A row by its columns; base units become text, because JSON numbers would round them. */
function renamed(row: object, columns: readonly Column[]): Readonly<Record<string, unknown>> {
  const stored: Record<string, unknown> = {}
  for (const { property, name } of columns) {
    const value: unknown = Reflect.get(row, property)
    stored[name] = typeof value === 'bigint' ? value.toString() : value
  }
  return stored
}
