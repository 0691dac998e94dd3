import type { Decimal } from '../money/decimal.ts'
import { fiatCodes } from '../money/fiat.ts'
import { multiply } from '../money/exact.ts'
import { acceptedRate } from '../money/rate.ts'
import { type RateSnapshot, type SnapshotPrice, exactPrice, type PairName } from './rate-snapshot.ts'
import { LEAST_SOURCES } from './median.ts'
import { pegged } from './peg.ts'
import type { SourcePrice } from './quote.ts'
import { tickers } from './symbol.ts'
import { isFresh } from './source-quote.ts'

/** A price that is known, and whether it may be quoted with. */
export interface FoundPrice {
  readonly price: Decimal
  readonly sources: readonly SourcePrice[]
  readonly asOf: Date
  /** Good enough to be shown, not to price anything. */
  readonly isStale: boolean
}

const MINUTE_MS = 60_000
const SHOWN_MS = 10 * MINUTE_MS
/** A central bank keeps weekends. */
const REFERENCE_MS = 4 * 24 * 60 * MINUTE_MS

/**
 * What a coin costs in a currency: directly when several sources have that pair, else in US dollars and from there by the central bank's word.
 *
 * A price may be quoted with while two of its sources are fresh and nothing of its pair is held; for ten minutes it may still be shown.
 */
export function findSnapshotPrice(
  board: RateSnapshot,
  { ticker, currency }: { ticker: string; currency: string },
  at: Date,
): FoundPrice | undefined {
  const direct = knownOf(board, `${ticker}/${currency}`, at)
  if (currency === 'USD') return direct && { ...direct, price: pegged(ticker, direct.price) }
  if (direct && (!direct.isStale || board.holds[`${ticker}/${currency}`])) return direct
  return crossed(board, { ticker, currency }, at) ?? direct
}

/** Every pair that a board prices at a moment, so that it may be quoted with. */
export const pricedPairs = (board: RateSnapshot, at: Date): PairName[] =>
  tickers.flatMap((ticker) =>
    fiatCodes.flatMap((currency): PairName[] =>
      findSnapshotPrice(board, { ticker, currency }, at)?.isStale === false ? [`${ticker}/${currency}`] : [],
    ),
  )

function knownOf(board: RateSnapshot, pair: PairName, at: Date): FoundPrice | undefined {
  const entry = board.prices[pair]
  if (!entry || at.getTime() - Date.parse(entry.asOf) > SHOWN_MS) return undefined
  const isStale = pair in board.holds || freshSources(entry, at) < LEAST_SOURCES
  return { price: exactPrice(entry), sources: entry.sources, asOf: new Date(entry.asOf), isStale }
}

const freshSources = ({ sources }: SnapshotPrice, at: Date): number => sources.filter((source) => isFresh(new Date(source.at), at)).length

function crossed(board: RateSnapshot, { ticker, currency }: { ticker: string; currency: string }, at: Date): FoundPrice | undefined {
  const usd = knownOf(board, `${ticker}/USD`, at)
  const worth = board.prices[`USD/${currency}`]
  if (!usd || !worth || at.getTime() - Date.parse(worth.asOf) > REFERENCE_MS) return undefined
  return {
    price: acceptedRate(multiply(pegged(ticker, usd.price), exactPrice(worth))),
    sources: [...usd.sources, ...worth.sources],
    asOf: usd.asOf,
    isStale: usd.isStale || `USD/${currency}` in board.holds,
  }
}
