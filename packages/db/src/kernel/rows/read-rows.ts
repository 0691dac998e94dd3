import type { EntityMetadata, EntityProperty, Platform } from '@mikro-orm/core'

/** The property that a column becomes, and how its value is read. */
interface Reader {
  readonly property: string
  read(value: unknown): unknown
}

/** What becomes of each column, by its name. */
export type Readers = ReadonlyMap<string, Reader>

/** The columns of a table, by their names there. */
export const columnsOf = ({ props }: EntityMetadata, platform: Platform): Readers =>
  new Map(props.flatMap((property) => (property.fieldNames ?? []).map((name) => [name, readerOf(property, platform)] as const)))

/**
 * The columns of the tables of a query, by their names there and by those of their properties, which a query may name them.
 *
 * Where two tables have a column of one name the later one decides.
 */
export function readersOf(metas: readonly EntityMetadata[], platform: Platform): Readers {
  const own = metas.map((meta) => {
    const properties = meta.props.map((property) => [property.name, readerOf(property, platform)] as const)
    return [...properties, ...columnsOf(meta, platform)]
  })
  return new Map(own.flat())
}

/** Rows with the names and types of their entities. Columns that no reader knows are kept as they are, or dropped. */
export function readRows(rows: readonly object[], readers: Readers, others: 'kept' | 'dropped'): Record<string, unknown>[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => others === 'kept' || readers.has(name))
  const columns = names.map((name) => ({ name, ...(readers.get(name) ?? { property: name, read: asItIs }) }))
  return rows.map((row) => {
    const entity: Record<string, unknown> = {}
    for (const { name, property, read } of columns) {
      const value: unknown = Reflect.get(row, name)
      entity[property] = value === null ? null : read(value)
    }
    return entity
  })
}

function readerOf({ name, customType, runtimeType }: EntityProperty, platform: Platform): Reader {
  if (customType) return { property: name, read: (value) => customType.convertToJSValue(value, platform) }
  if (runtimeType === 'Date') return { property: name, read: (value) => (typeof value === 'string' ? platform.parseDate(value) : value) }
  return { property: name, read: asItIs }
}

const asItIs = (value: unknown): unknown => value
