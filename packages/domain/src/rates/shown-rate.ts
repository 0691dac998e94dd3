import type { Decimal } from '../money/decimal.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { RateSymbol } from './symbol.ts'

/** A rate as it is shown to everybody. */
export interface ShownRate {
  readonly symbol: RateSymbol
  readonly currency: FiatCode
  /** Fiat per one coin, ten significant digits, rounded down. */
  readonly rate: Decimal
  /** Names, each once. */
  readonly sources: readonly string[]
  readonly asOf: Date
  /** The last good one; it prices nothing. */
  readonly isStale: boolean
}

/** A fiat amount and what it is in a coin. */
export interface ConvertedAmount extends ShownRate {
  readonly amount: Decimal
  readonly cryptoAmount: Decimal
}

/** The rates of several coins, each under the name it was asked for by. */
export interface RateList {
  readonly currency: FiatCode
  readonly rates: readonly { readonly name: string; readonly rate: ShownRate }[]
  readonly unavailable: readonly string[]
  /** The moment of the oldest of them. */
  readonly asOf: Date
}

/** The answer to one of the three questions that one address takes. */
export type RateAnswer =
  | { readonly form: 'single'; readonly rate: ShownRate }
  | { readonly form: 'conversion'; readonly converted: ConvertedAmount }
  | { readonly form: 'list'; readonly list: RateList }
