import type { Decimal } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { SourcePrice } from '@gateway/domain/rates/quote'
import type { ReferenceRates } from '@gateway/domain/rates/reference'
import type { Tick } from '@gateway/domain/rates/source-quote'

/** What is priced in what: a ticker such as BTC or USDC, in a fiat currency. */
export interface Pair {
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
  /** The price at a moment; of a moment that has passed without one, the first that was known afterwards. */
  findPrice(pair: Pair, at: Date): Promise<AcceptedPrice | undefined>
  /** The last good price while it may still be shown; it prices nothing. Absent where prices do not age. */
  findLastGood?(pair: Pair, at: Date): Promise<AcceptedPrice | undefined>
}

/** A public source of prices of coins: how its answer is read. */
export interface PriceFeed {
  readonly name: string
  /** @throws {Error} when the answer as a whole has not the form that the source documents; a pair that has not is left out. */
  read(body: string): Tick[]
}

/** An official source of what currencies are worth. */
export interface ReferenceFeed {
  readonly name: string
  /** @throws {Error} when the answer has not the form that the source documents. */
  read(body: string): ReferenceRates
}
