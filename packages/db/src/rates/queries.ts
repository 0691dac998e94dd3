import { findPlainDecimal, type Decimal } from '@gateway/domain/money/decimal'
import type { Quote } from '@gateway/domain/rates/quote'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The quotes behind some objects, by id; one query however many are asked for. */
export async function findQuotes(em: Em, ids: readonly string[]): Promise<Map<string, Quote>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom('quote')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, rate: exact(row.rate), usdRate: exact(row.usdRate) }]))
}

function exact(text: string): Decimal {
  const value = findPlainDecimal(text)
  if (!value) throw new Error(`stored rate ${text} is no plain decimal`)
  return value
}
