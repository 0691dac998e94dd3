import type { Em } from '@gateway/db/orm'
import { findQuotes } from '@gateway/db/rates/queries'
import type { Quote } from '@gateway/domain/rates/quote'

/** The quotes of some priced objects, by id. */
export const readQuotes = (em: Em, priced: readonly { readonly quoteId: string }[]): Promise<ReadonlyMap<string, Quote>> =>
  findQuotes(
    em,
    priced.map(({ quoteId }) => quoteId),
  )

/** The quote of a payment. @throws {Error} when it was not read: every payment has one. */
export function quoteOf(quotes: ReadonlyMap<string, Quote>, { id, quoteId }: { readonly id: string; readonly quoteId: string }): Quote {
  const quote = quotes.get(quoteId)
  if (!quote) throw new Error(`payment ${id} has no quote`)
  return quote
}
