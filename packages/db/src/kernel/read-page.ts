import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** How many rows a page holds at most, and how many come before it. */
export interface PageBounds {
  readonly limit: number
  readonly offset: number
}

/** The same rows twice: with the columns to show, and with none, to be counted. */
interface Matching<Table extends keyof Tables, Row> {
  readonly shown: SelectQueryBuilder<Tables, Table, Row>
  readonly all: SelectQueryBuilder<Tables, Table, object>
}

/** A page of what matches, newest first, and how many match in all. */
export async function readPage<Table extends keyof Tables, Row>(
  { shown, all }: Matching<Table, Row>,
  { limit, offset }: PageBounds,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const newestFirst = shown.orderBy(sql.ref('created_at'), 'desc').orderBy(sql.ref('id'), 'desc')
  const [rows, { count }] = await Promise.all([
    newestFirst.limit(limit).offset(offset).execute(),
    all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count) }
}
