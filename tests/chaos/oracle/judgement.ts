import type pg from 'pg'
import type { Case } from './case.ts'
import type { Money } from './money.ts'

/** All that a check may look at. */
export interface Evidence {
  readonly judged: Case
  readonly sql: pg.Client
  readonly money: Money
}

/** What a check found. */
export interface Judgement {
  /** What was looked at, for the table: `40 of 40 payments`. */
  readonly figure: string
  /** The rows that break the sentence; none when it is true. */
  readonly broken: readonly string[]
  /** How many payments, payouts or whatever is counted that makes; as many as rows unless it is said. */
  readonly failures?: number
}

/** One line of the oracle's verdict. */
export interface Finding {
  readonly id: string
  readonly sentence: string
  readonly figure: string
  readonly failures: number
}

/** A sentence that must be true after a run, and how that is found out. */
export interface Check {
  readonly id: string
  readonly sentence: string
  readonly find: (evidence: Evidence) => Promise<Judgement>
}

/** Rows of a query, of the shape that the query gives. */
export async function rowsOf<Row extends object>({ sql }: Pick<Evidence, 'sql'>, query: string, values: unknown[] = []): Promise<Row[]> {
  return (await sql.query<Row>(query, values)).rows
}

/** A row in one line. */
export const lineOf = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
