import { findPlainDecimal, type Decimal } from '@gateway/domain/money/decimal'
import type { Quote } from '@gateway/domain/rates/quote'
import { entityRows } from '../kernel/rows/entity-rows.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'

/** The quotes behind some objects, by id; one query however many are asked for. */
export async function findQuotes(em: Em, ids: readonly string[]): Promise<Map<string, Quote>> {
  if (ids.length === 0) return new Map()
  const rows = await runStatement<object>(em, 'SELECT * FROM quote WHERE id = ANY($1::uuid[])', [ids])
  return new Map(quotesOf(em, rows).map((quote) => [quote.id, quote]))
}

/** Quotes as a statement written as text brings their rows, in their order. */
export const quotesOf = (em: Em, rows: readonly object[]): Quote[] =>
  entityRows(em, 'quote', rows).map((row) => ({ ...row, rate: exact(row.rate), usdRate: exact(row.usdRate) }))

function exact(text: string): Decimal {
  const value = findPlainDecimal(text)
  if (!value) throw new Error(`stored rate ${text} is no plain decimal`)
  return value
}
