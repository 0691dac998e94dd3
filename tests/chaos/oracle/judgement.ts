import type pg from 'pg'
import type { Case } from './case.ts'
import type { Money } from './money.ts'

/** Inputs of a check. */
export interface Evidence {
  readonly judged: Case
  readonly sql: pg.Client
  readonly money: Money
}

/** The result of a check. */
export interface Judgement {
  /** The checked amount, for the table: `40 of 40 payments`. */
  readonly figure: string
  /** Rows that break the sentence; empty when it holds. */
  readonly broken: readonly string[]
  /** Number of failed objects; the number of rows by default. */
  readonly failures?: number
}

/** One line of the oracle's verdict. */
export interface Finding {
  readonly id: string
  readonly sentence: string
  readonly figure: string
  readonly failures: number
}

/** A sentence that must hold after a run, and its check. */
export interface Check {
  readonly id: string
  readonly sentence: string
  readonly find: (evidence: Evidence) => Promise<Judgement>
}

/** Rows of a query, of the caller's type. */
export async function rowsOf<Row extends object>({ sql }: Pick<Evidence, 'sql'>, query: string, values: unknown[] = []): Promise<Row[]> {
  return (await sql.query<Row>(query, values)).rows
}

/** A row in one line. */
export const lineOf = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
