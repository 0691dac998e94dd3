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

/** A known price, and whether payments may be quoted with it. */
export interface FoundPrice {
  readonly price: Decimal
  readonly sources: readonly SourcePrice[]
  readonly asOf: Date
  /** It may be shown, but prices nothing. */
  readonly isStale: boolean
}

const MINUTE_MS = 60_000
const MAX_AGE_MS = 10 * MINUTE_MS
/** A central bank does not publish at weekends. */
const REFERENCE_MS = 4 * 24 * 60 * MINUTE_MS

/**
 * The price of a coin in a currency: direct when several sources have that pair, else in US dollars times the central bank's rate.
 * It is quoted while two of its sources are fresh and no jump of its pair is held; for ten minutes it may still be shown.
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

/** Every pair that the snapshot can quote at a moment. */
export const pricedPairs = (board: RateSnapshot, at: Date): PairName[] =>
  tickers.flatMap((ticker) =>
    fiatCodes.flatMap((currency): PairName[] =>
      findSnapshotPrice(board, { ticker, currency }, at)?.isStale === false ? [`${ticker}/${currency}`] : [],
    ),
  )

function knownOf(board: RateSnapshot, pair: PairName, at: Date): FoundPrice | undefined {
  const entry = board.prices[pair]
  if (!entry || at.getTime() - Date.parse(entry.asOf) > MAX_AGE_MS) return undefined
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
