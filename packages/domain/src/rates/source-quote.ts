import { type Decimal, findJsonDecimal } from '../money/decimal.ts'
import { compareDecimals, isWithin, meanOf } from '../money/exact.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Stablecoin, Ticker } from './symbol.ts'

/** A source's data for a pair, as texts of numbers. */
export interface Tick {
  readonly base: Ticker
  readonly quote: FiatCode | Stablecoin
  readonly bid?: string | undefined
  readonly ask?: string | undefined
  readonly last?: string | undefined
  /** The source's own time; absent when it gives none. */
  readonly at?: Date | undefined
}

/** The answer of a source. */
export interface SourceAnswer {
  readonly source: string
  readonly fetchedAt: Date
  /** When its answer last changed by a byte. */
  readonly sameSince: Date
  readonly ticks: readonly Tick[]
}

/** A current source quote. */
export interface SourceQuote {
  readonly source: string
  readonly base: Ticker
  readonly quote: FiatCode | Stablecoin
  readonly price: Decimal
  readonly at: Date
}

/** Maximum age of a source quote. */
const FRESH_MS = 60_000
/** How long a source without its own time may repeat an answer before it counts as frozen. */
const ASLEEP_MS = 600_000
const WIDEST_SPREAD_BPS = 500n
/** Longer texts and larger exponents are no prices. */
const PRICE = /^\d{1,20}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?$/

/** The usable quotes of an answer: well-formed and fresh. Ambiguous ones are dropped. */
export function quotesOf({ source, ticks, fetchedAt, sameSince }: SourceAnswer, now: Date): SourceQuote[] {
  return ticks.flatMap(({ base, quote, at, ...tick }) => {
    const price = findPrice(tick)
    const isAsleep = at === undefined && fetchedAt.getTime() - sameSince.getTime() >= ASLEEP_MS
    const moment = at ?? fetchedAt
    return price && !isAsleep && isFresh(moment, now) ? [{ source, base, quote, price, at: moment }] : []
  })
}

/** True within a minute of now, before or after: a clock far ahead proves as little as an old price. */
export const isFresh = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) <= FRESH_MS

/** The middle of bid and ask, else the last trade; undefined when there is neither, or one is implausible. */
export function findPrice({ bid, ask, last }: Pick<Tick, 'bid' | 'ask' | 'last'>): Decimal | undefined {
  if (bid === undefined || ask === undefined) return last === undefined ? undefined : findPositive(last)
  const [low, high] = [findPositive(bid), findPositive(ask)]
  if (!low || !high || compareDecimals(low, high) > 0) return undefined
  const middle = meanOf(low, high)
  // Half of the spread is on either side of the middle.
  return isWithin(high, middle, WIDEST_SPREAD_BPS / 2n) ? middle : undefined
}

function findPositive(text: string): Decimal | undefined {
  const value = PRICE.test(text) ? findJsonDecimal(text) : undefined
  return value && value.digits > 0n ? value : undefined
}
