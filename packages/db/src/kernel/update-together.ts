import type { Em } from '../orm.ts'
import type { Tables } from '../tables.ts'
import { columnsOf, jsonOf } from './json-rows.ts'
import { runStatement } from './run-statement.ts'

/** Rows of a table as they shall be from now on, and the columns that may differ from the stored ones; each is identified by its `id`. */
export interface Update<Table extends keyof Tables> {
  readonly table: Table
  readonly columns: readonly (keyof Tables[Table] & string)[]
  readonly rows: readonly object[]
}

/** Writes back rows of a table in one statement, whose text does not depend on how many they are. Only the named columns are touched. */
export async function updateTogether<Table extends keyof Tables>(em: Em, { table, columns, rows }: Update<Table>): Promise<void> {
  if (rows.length === 0) return
  const changed = columnsOf(em, { table, properties: columns })
  const assignments = changed.map(({ name }) => `"${name}" = given."${name}"`).join(', ')
  const text = `UPDATE "${table}" AS stored SET ${assignments} FROM json_populate_recordset(NULL::"${table}", $1::json) AS given
    WHERE stored.id = given.id`
  await runStatement(em, text, [jsonOf(rows, [{ property: 'id', name: 'id' }, ...changed])])
}
