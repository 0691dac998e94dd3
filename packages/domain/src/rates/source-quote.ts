import { type Decimal, findJsonDecimal } from '../money/decimal.ts'
import { compareDecimals, isWithin, meanOf } from '../money/exact.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Stablecoin, Ticker } from './symbol.ts'

/** What a source says about a pair, in the texts of its numbers. */
export interface Tick {
  readonly base: Ticker
  readonly quote: FiatCode | Stablecoin
  readonly bid?: string | undefined
  readonly ask?: string | undefined
  readonly last?: string | undefined
  /** The source's own time; absent when it tells none. */
  readonly at?: Date | undefined
}

/** What a source answered. */
export interface SourceAnswer {
  readonly source: string
  readonly fetchedAt: Date
  /** Since when its answers have been the same, byte for byte. */
  readonly sameSince: Date
  readonly ticks: readonly Tick[]
}

/** A price that one source vouches for now. */
export interface SourceQuote {
  readonly source: string
  readonly base: Ticker
  readonly quote: FiatCode | Stablecoin
  readonly price: Decimal
  readonly at: Date
}

/** How old a source's price may be when it counts. */
const FRESH_MS = 60_000
/** How long a source without a time of its own may say the same before it counts as asleep. */
const ASLEEP_MS = 600_000
const WIDEST_SPREAD_BPS = 500n
/** Longer texts and larger exponents are no prices. */
const PRICE = /^\d{1,20}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?$/

/** The prices of an answer that count: in the form of a price, and fresh. Everything else is dropped, because nobody can say what it meant. */
export function quotesOf({ source, ticks, fetchedAt, sameSince }: SourceAnswer, now: Date): SourceQuote[] {
  return ticks.flatMap(({ base, quote, at, ...tick }) => {
    const price = findPrice(tick)
    const isAsleep = at === undefined && fetchedAt.getTime() - sameSince.getTime() >= ASLEEP_MS
    const moment = at ?? fetchedAt
    return price && !isAsleep && isFresh(moment, now) ? [{ source, base, quote, price, at: moment }] : []
  })
}

/** True when a moment is within a minute of now, before or after: a clock that is far ahead proves as little as an old price. */
export const isFresh = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) <= FRESH_MS

/** The middle of bid and ask, else the last trade; undefined when there is neither, or one of them cannot be true. */
export function findPrice({ bid, ask, last }: Pick<Tick, 'bid' | 'ask' | 'last'>): Decimal | undefined {
  if (bid === undefined || ask === undefined) return last === undefined ? undefined : findPositive(last)
  const [low, high] = [findPositive(bid), findPositive(ask)]
  if (!low || !high || compareDecimals(low, high) > 0) return undefined
  const middle = meanOf(low, high)
  // Half of the spread lies on either side of the middle.
  return isWithin(high, middle, WIDEST_SPREAD_BPS / 2n) ? middle : undefined
}

function findPositive(text: string): Decimal | undefined {
  const value = PRICE.test(text) ? findJsonDecimal(text) : undefined
  return value && value.digits > 0n ? value : undefined
}
