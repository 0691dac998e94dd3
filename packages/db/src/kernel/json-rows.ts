import type { Em } from '../orm.ts'
import { entitiesByTable } from './rows/entities-by-table.ts'

/** A property of an entity, and the column it is stored in. */
export interface Column {
  readonly property: string
  readonly name: string
}

const known = new Map<string, ReadonlyMap<string, string>>()

/** Some properties of a table's rows with their columns, as its entity declares them. */
export function columnsOf(em: Em, { table, properties }: { table: string; properties: readonly string[] }): Column[] {
  const names = known.get(table) ?? namesOf(em, table)
  known.set(table, names)
  return properties.map((property) => ({ property, name: names.get(property) ?? property }))
}

function namesOf(em: Em, table: string): ReadonlyMap<string, string> {
  const meta = entitiesByTable(em).get(table)
  return new Map(meta?.props.map((property) => [property.name, property.fieldNames[0] ?? property.name]))
}

/**
 * Rows as Postgres reads them (`json_populate_recordset`): named by their columns; base units are text, because JSON numbers would round them, also
 * within lists, and bytes are hexadecimal digits.
 */
export const jsonOf = (rows: readonly object[], columns: readonly Column[]): string =>
  JSON.stringify(rows.map((row) => named(row, columns)))

/** Filled in place: every creation names some hundred columns. */
function named(row: object, columns: readonly Column[]): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const { property, name } of columns) values[name] = plain(Reflect.get(row, property))
  return values
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(plainMember)
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
}

/** Lists hold plain objects, such as lines of an invoice; whatever else is in one writes itself. */
function plainMember(member: unknown): unknown {
  const isPlain = typeof member === 'object' && member !== null && Object.getPrototypeOf(member) === Object.prototype
  return isPlain ? Object.fromEntries(Object.entries(member).map(([name, value]) => [name, plainMember(value)])) : plain(member)
}
