import type { Decimal } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { SourcePrice } from '@gateway/domain/rates/quote'
import type { ReferenceRates } from '@gateway/domain/rates/reference'
import type { Tick } from '@gateway/domain/rates/source-quote'

/** A ticker such as BTC or USDC, and the fiat currency of its price. */
export interface Pair {
  readonly ticker: string
  readonly currency: FiatCode
}

/** A quotable price: fiat per one coin, with its source quotes. */
export interface AcceptedPrice {
  readonly price: Decimal
  readonly sources: readonly SourcePrice[]
  readonly asOf: Date
}

/** A source of prices. Undefined when no trustworthy price is known; no default ever replaces it. */
export interface RateSource {
  /** The price at a moment; for a past moment without one, the first price after it. */
  findPrice(pair: Pair, at: Date): Promise<AcceptedPrice | undefined>
  /** The last good price while it may still be shown; it prices nothing. Absent where prices do not age. */
  findLastGood?(pair: Pair, at: Date): Promise<AcceptedPrice | undefined>
}

/** A public source of coin prices: how its answer is parsed. */
export interface PriceFeed {
  readonly name: string
  /** @throws {Error} when the answer as a whole has an undocumented form; a malformed pair is skipped. */
  read(body: string): Tick[]
}

/** An official source of currency rates. */
export interface ReferenceFeed {
  readonly name: string
  /** @throws {Error} when the answer has an undocumented form. */
  read(body: string): ReferenceRates
}
