import { CompiledQuery } from 'kysely'
import type { Em } from '../orm.ts'

/**
 * Runs a statement that is written as text in the caller's transaction, past the query builder, which costs more than such a statement itself.
 *
 * Rows come as the driver reads them: named as the statement names them, moments and `bigint` as text. For the few statements that every
 * creation of a payment or public read runs, and those that read thousands of rows; all others use `tables`.
 *
 * @param parameters - What `$1`, `$2`, … stand for; an array stands for an array.
 */
export async function runStatement<Row>(em: Em, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
