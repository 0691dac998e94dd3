import type { Insertable } from 'kysely'
import type { Em } from '../orm.ts'
import type { Tables } from '../tables.ts'
import { type Column, columnsOf, jsonOf } from './json-rows.ts'
import { runStatement } from './run-statement.ts'

/** Rows for one table; columns that the database assigns are omitted. */
export type Insert = {
  readonly [Table in keyof Tables]: { readonly into: Table; readonly rows: readonly Insertable<Tables[Table]>[] }
}[keyof Tables]

/** A table with the columns that are written. */
interface Target {
  readonly into: string
  readonly columns: readonly Pick<Column, 'name'>[]
}

/** All rows for one table, as one statement takes them. */
interface Part extends Target {
  readonly columns: readonly Column[]
  readonly rows: readonly object[]
}

/**
 * Inserts rows into several tables in one statement: all of them or none, in one round trip instead of one for each table.
 *
 * Rows travel as JSON and Postgres makes columns of it, so every column type must have a text form. References among
 * the rows are checked at the end of the statement, so the order of tables does not matter. Rows of a table have the members of its first.
 *
 * The text of the statement follows from its tables and columns alone, so that it is prepared once however many rows it carries.
 *
 * @returns the ids that the messages among the rows were given, in their order.
 */
export async function insertTogether(em: Em, inserts: readonly Insert[]): Promise<string[]> {
  const parts = partsOf(em, inserts)
  if (parts.length === 0) return []
  const parameters = parts.map(({ rows, columns }) => jsonOf(rows, columns))
  const messages = await runStatement<{ id: string }>(em, insertStatement(parts), parameters)
  return messages.map(({ id }) => id)
}

/** The statement that inserts rows into tables, each table's from a JSON parameter of its own; it answers with the ids of messages among them. */
export function insertStatement(parts: readonly Target[]): string {
  const writes = parts.map((part, index) => `new_${part.into} AS (${insertText(part, index + 1)})`)
  const answer = parts.some(({ into }) => into === 'outbox') ? 'SELECT id::text FROM new_outbox' : 'SELECT'
  return `WITH ${writes.join(', ')} ${answer}`
}

function insertText({ into, columns }: Target, parameter: number): string {
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
    return { into, rows, columns: columnsOf(em, { table: into, properties: Object.keys(rows[0] ?? {}) }) }
  })
}
