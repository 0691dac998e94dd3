import type { Em } from '@gateway/db/orm'
import { findQuotes } from '@gateway/db/rates/queries'
import type { Quote } from '@gateway/domain/rates/quote'

/** The quotes that objects were priced with, by id. */
export const readQuotes = (em: Em, priced: readonly { readonly quoteId: string }[]): Promise<ReadonlyMap<string, Quote>> =>
  findQuotes(
    em,
    priced.map(({ quoteId }) => quoteId),
  )
