import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Rows that are due, without those that are being worked on. */
export interface Due {
  readonly now: Date
  readonly limit: number
  readonly except: readonly string[]
}

/** The tables whose rows are due at a moment, with the columns of their key and of the moment; each has a partial index on it. */
const moments = {
  card_dispute: { key: 'id', at: 'look_at' },
  card_payment: { key: 'id', at: 'look_at' },
  card_refund: { key: 'id', at: 'look_at' },
  processor_account: { key: 'id', at: 'look_at' },
  processor_attempt: { key: 'intent_id', at: 'try_at' },
  processor_task: { key: 'id', at: 'try_at' },
} as const

/** Finds the keys of the rows of a table that are due, the longest due first. */
export const findDue =
  (table: keyof typeof moments) =>
  async (em: Em, { now, limit, except }: Due): Promise<string[]> => {
    const [key, at] = [sql.ref(moments[table].key), sql.ref(moments[table].at)]
    const due = sql<{ key: string }>`SELECT ${key} AS key FROM ${sql.table(table)}
      WHERE ${at} <= ${now}::timestamptz AND ${isNoneOf(key, except)} ORDER BY ${at} LIMIT ${limit}`
    const { rows } = await due.execute(tables(em))
    return rows.map((row) => row.key)
  }
