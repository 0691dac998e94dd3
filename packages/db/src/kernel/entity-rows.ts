import type { EntityProperty } from '@mikro-orm/core'
import type { Selectable } from 'kysely'
import type { Em } from '../orm.ts'
import type { Tables } from '../tables.ts'

/** How a column becomes a property of the entity. */
interface Reader {
  readonly column: string
  readonly property: string
  read(value: unknown): unknown
}

const known = new Map<string, readonly Reader[]>()

/**
 * Rows of a table as `runStatement` brings them, with the names and types of their entity: what `tables` makes of them too.
 *
 * The query builder works out anew for each result what becomes of each column, which costs more than the query; here it is worked out once.
 */
export function entityRows<Table extends keyof Tables>(em: Em, table: Table, rows: readonly object[]): Selectable<Tables[Table]>[] {
  const readers = known.get(table) ?? readersOf(em, table)
  known.set(table, readers)
  // Every column is read as the entity of the table declares it, which is what the type is made from.
  return rows.map((row) => readRow(row, readers) as Selectable<Tables[Table]>)
}

/** Columns that the statement added stay as they are, and those that it omits stay omitted. */
function readRow(row: object, readers: readonly Reader[]): object {
  const entity: Record<string, unknown> = {}
  for (const { column, property, read } of readers) {
    const value: unknown = Reflect.get(row, column)
    if (value !== undefined) entity[property] = value === null ? null : read(value)
  }
  return entity
}

function readersOf(em: Em, table: string): Reader[] {
  const meta = [...em.getMetadata().getAll().values()].find((entity) => entity.tableName === table)
  if (!meta) throw new Error(`no entity has the table ${table}`)
  return meta.props.map((property) => ({
    column: property.fieldNames[0] ?? property.name,
    property: property.name,
    read: readerOf(em, property),
  }))
}

function readerOf(em: Em, { customType, runtimeType }: EntityProperty): (value: unknown) => unknown {
  const platform = em.getPlatform()
  if (customType) return (value) => customType.convertToJSValue(value, platform)
  if (runtimeType === 'Date') return (value) => (typeof value === 'string' ? platform.parseDate(value) : value)
  return (value) => value
}
