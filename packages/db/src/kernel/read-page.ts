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
  bounds: PageBounds,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const [rows, total] = await Promise.all([newestPage(shown, bounds).execute(), countRows(all)])
  return { rows, total }
}

/** The part of a query that is a page, newest first. */
export const newestPage = <Table extends keyof Tables, Row>(shown: SelectQueryBuilder<Tables, Table, Row>, { limit, offset }: PageBounds) =>
  shown.orderBy(sql.ref('created_at'), 'desc').orderBy(sql.ref('id'), 'desc').limit(limit).offset(offset)

/** How many rows match. */
export async function countRows<Table extends keyof Tables>(all: SelectQueryBuilder<Tables, Table, object>): Promise<number> {
  const { count } = await all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
