import type { Decimal } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { SourcePrice } from '@gateway/domain/rates/quote'

/** What is priced in what: a ticker such as BTC or USDC, in a fiat currency. */
interface Pair {
  readonly ticker: string
  readonly currency: FiatCode
}

/** A price that may be quoted with: fiat per one coin, with every word it was made of. */
export interface AcceptedPrice {
  readonly price: Decimal
  readonly sources: readonly SourcePrice[]
  readonly asOf: Date
}

/** Where prices come from. Undefined when no trustworthy price is known; no default ever replaces it. */
export interface RateSource {
  findPrice(pair: Pair, at: Date): Promise<AcceptedPrice | undefined>
}
