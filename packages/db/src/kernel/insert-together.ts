import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Em } from '../orm.ts'
import { type Tables, tables } from '../tables.ts'

/** Rows for one table; what the database assigns is left out. */
export type Insert = {
  readonly [Table in keyof Tables]: { readonly into: Table; readonly rows: readonly Insertable<Tables[Table]>[] }
}[keyof Tables]

/** What the database has assigned to new rows, in the order of the rows; empty for tables that were not written. */
export interface Assigned {
  readonly event: readonly { readonly id: string; readonly position: string }[]
  readonly outbox: readonly { readonly id: string }[]
}

const returned = { event: ['id', 'position'], outbox: ['id'] } as const satisfies { [Table in keyof Assigned]: readonly string[] }

/**
 * Inserts rows into several tables in one statement: all of them or none, in one round trip instead of one for each table.
 *
 * Rows travel as JSON and Postgres makes columns of it, so every column type must have a text form (bytes have none here). References among
 * the rows are checked at the end of the statement, so their order does not matter. A table may occur once.
 */
export async function insertTogether(em: Em, inserts: readonly Insert[]): Promise<Assigned> {
  const parts = inserts.filter(({ rows }) => rows.length > 0)
  if (parts.length === 0) return { event: [], outbox: [] }
  const writes = parts.map((part) => sql`${written(part)} AS (${insertOf(em, part)})`)
  const reads = parts
    .filter(({ into }) => into in returned)
    .map((part) => sql`SELECT ${sql.lit(part.into)} AS "table", to_jsonb(${written(part)}) AS "row" FROM ${written(part)}`)
  const answer = reads.length > 0 ? sql.join(reads, sql` UNION ALL `) : sql`SELECT`
  const { rows } = await sql<{ table: string; row: object }>`WITH ${sql.join(writes)} ${answer}`.execute(tables(em))
  // What was returned is what `returned` names for each table.
  return Object.fromEntries(
    Object.keys(returned).map((name) => [name, rows.filter(({ table }) => table === name).map(({ row }) => row)]),
  ) as unknown as Assigned
}

const written = ({ into }: Insert): RawBuilder<unknown> => sql.id(`new_${into}`)

function insertOf(em: Em, { into, rows }: Insert): RawBuilder<unknown> {
  const columns = columnsOf(em, into)
  const named = Object.keys(rows[0] ?? {}).map((property) => columns.get(property) ?? property)
  const list = sql.join(named.map((column) => sql.id(column)))
  const back = into in returned ? returned[into as keyof Assigned].map((column) => sql`${sql.id(column)}::text`) : [sql`1`]
  return sql`INSERT INTO ${sql.table(into)} (${list})
    SELECT ${list} FROM jsonb_populate_recordset(NULL::${sql.table(into)}, ${jsonOf(rows, columns)}::jsonb) RETURNING ${sql.join(back)}`
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

function jsonOf(rows: readonly object[], columns: ReadonlyMap<string, string>): string {
  const renamed = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([property, value]) => [columns.get(property) ?? property, value])),
  )
  return JSON.stringify(renamed, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
