import type { Selectable } from 'kysely'
import type { Em } from '../../orm.ts'
import type { Tables } from '../../tables.ts'
import { entitiesByTable } from './entities-by-table.ts'
import { columnsOf, type Readers, readRows } from './read-rows.ts'

const known = new Map<string, Readers>()

/** Rows of a table as `runStatement` brings them, with the names and types of their entity: what `tables` makes of them too. Other columns are left out. */
export function entityRows<Table extends keyof Tables>(em: Em, table: Table, rows: readonly object[]): Selectable<Tables[Table]>[] {
  const columns = known.get(table) ?? columnsOf(entityOf(em, table), em.getPlatform())
  known.set(table, columns)
  // Every column is read as the entity of the table declares it, which is what the type is made from.
  return readRows(rows, columns, 'dropped') as Selectable<Tables[Table]>[]
}

function entityOf(em: Em, table: string) {
  const meta = entitiesByTable(em).get(table)
  if (!meta) throw new Error(`no entity has the table ${table}`)
  return meta
}
