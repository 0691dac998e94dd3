import type { AssetCode } from '../money/asset.ts'
import type { Decimal } from '../money/decimal.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'

/** One source's word on a price. */
export interface SourcePrice {
  readonly source: string
  /** Plain decimal, fiat per one coin. */
  readonly price: string
  readonly at: string
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
