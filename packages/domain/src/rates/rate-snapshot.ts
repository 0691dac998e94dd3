import { type Decimal, findPlainDecimal } from '../money/decimal.ts'
import type { SourcePrice } from './quote.ts'

/** `BTC/USD`: what one of the first costs in the second. */
export type PairName = `${string}/${string}`

/** A price that was accepted, with every word it was made of. */
export interface SnapshotPrice {
  /** Plain decimal, ten significant digits. */
  readonly price: string
  /** ISO 8601: the cycle that accepted it; for what the central bank says, the bank's own time. */
  readonly asOf: string
  readonly sources: readonly SourcePrice[]
}

/** A price that was not accepted because it lies too far from the one before. */
export interface Hold {
  readonly price: string
  /** ISO 8601. */
  readonly since: string
  readonly sources: readonly SourcePrice[]
  /** What would make it accepted: the same price again a cycle later, or an operator's word. */
  readonly needs: 'agreement' | 'operator'
}

/** All prices after one cycle, those that this cycle could not renew included. */
export interface RateSnapshot {
  readonly prices: Readonly<Record<PairName, SnapshotPrice>>
  readonly holds: Readonly<Record<PairName, Hold>>
}

/** The exact decimal of a stored price. @throws {Error} when it is none, which no cycle writes. */
export function exactPrice({ price }: Pick<SnapshotPrice, 'price'>): Decimal {
  const value = findPlainDecimal(price)
  if (!value) throw new Error(`stored price ${price} is no plain decimal`)
  return value
}
