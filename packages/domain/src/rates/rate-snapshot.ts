import { type Decimal, findPlainDecimal } from '../money/decimal.ts'
import type { SourcePrice } from './quote.ts'

/** `BTC/USD`: the price of one BTC in USD. */
export type PairName = `${string}/${string}`

/** An accepted price with its source quotes. */
export interface SnapshotPrice {
  /** Plain decimal, ten significant digits. */
  readonly price: string
  /** ISO 8601: the poll that accepted it; for the central bank's rate, the bank's own time. */
  readonly asOf: string
  readonly sources: readonly SourcePrice[]
}

/** A rejected jump: a price too far from the one before. */
export interface Hold {
  readonly price: string
  /** ISO 8601. */
  readonly since: string
  readonly sources: readonly SourcePrice[]
  /** The condition to accept it: the same price in the next poll, or an operator's confirmation. */
  readonly needs: 'agreement' | 'operator'
}

/** A rate snapshot: all prices after one poll, including those it could not renew. */
export interface RateSnapshot {
  readonly prices: Readonly<Record<PairName, SnapshotPrice>>
  readonly holds: Readonly<Record<PairName, Hold>>
}

/** The exact decimal of a stored price. @throws {Error} when it is none, which no poll writes. */
export function exactPrice({ price }: Pick<SnapshotPrice, 'price'>): Decimal {
  const value = findPlainDecimal(price)
  if (!value) throw new Error(`stored price ${price} is no plain decimal`)
  return value
}
