import type { AssetCode } from '../money/asset.ts'
import type { Decimal } from '../money/decimal.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'

/** One source's word on a price, as it counted. */
export interface SourcePrice {
  readonly source: string
  /** Plain decimal: what one of the pair's first costs in its second. */
  readonly price: string
  /** ISO 8601: the source's own time, or when it was asked. */
  readonly at: string
  /** `BTC/USD`, `USD/EUR`; a price that was crossed is the product of its pairs. Absent on fixed prices. */
  readonly pair?: string
  /** What the source said itself, when that was a price in a stablecoin. */
  readonly from?: { readonly pair: string; readonly price: string }
}

/** A price that was good at one moment and is never changed; whatever was quoted with it can be recomputed from it. */
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
