import type { Decimal } from '../money/decimal.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { RateSymbol } from './symbol.ts'

/** A rate as shown by the API. */
export interface ShownRate {
  readonly symbol: RateSymbol
  readonly currency: FiatCode
  /** Fiat per one coin, ten significant digits, rounded down. */
  readonly rate: Decimal
  /** Source names, each once. */
  readonly sources: readonly string[]
  readonly asOf: Date
  /** The last good rate; it prices nothing. */
  readonly isStale: boolean
}

/** A fiat amount converted to a coin. */
export interface ConvertedAmount extends ShownRate {
  readonly amount: Decimal
  readonly cryptoAmount: Decimal
}

/** The rates of several coins, keyed by the requested names. */
export interface RateList {
  readonly currency: FiatCode
  readonly rates: readonly { readonly name: string; readonly rate: ShownRate }[]
  readonly unavailable: readonly string[]
  /** The time of the oldest rate. */
  readonly asOf: Date
}

/** The answer of the rates address, in one of its three forms. */
export type RateAnswer =
  | { readonly form: 'single'; readonly rate: ShownRate }
  | { readonly form: 'conversion'; readonly converted: ConvertedAmount }
  | { readonly form: 'list'; readonly list: RateList }
