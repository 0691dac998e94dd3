import type { AssetCode } from '../money/asset.ts'
import type { Decimal } from '../money/decimal.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'

/** A source quote that was used. */
export interface SourcePrice {
  readonly source: string
  /** Plain decimal: the price of the pair's first currency in its second. */
  readonly price: string
  /** ISO 8601: the source's own time, or the request time. */
  readonly at: string
  /** `BTC/USD`, `USD/EUR`; a crossed price is the product of its pairs. Absent on fixed prices. */
  readonly pair?: string
  /** The source's original quote, when that was in a stablecoin. */
  readonly from?: { readonly pair: string; readonly price: string }
}

/** An immutable price at one moment; every amount quoted with it can be recomputed. */
export interface Quote {
  readonly id: string
  readonly asset: AssetCode
  readonly currency: FiatCode
  /** Fiat per one coin, ten significant digits, rounded down. */
  readonly rate: Decimal
  /** US dollars per one coin at the same moment; decides value bands. */
  readonly usdRate: Decimal
  readonly spreadBps: Bps
  readonly sources: readonly SourcePrice[]
  readonly asOf: Date
}
