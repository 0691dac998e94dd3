import { isFiatCode } from '@gateway/domain/money/fiat'
import { type Stablecoin, stablecoins, type Ticker, tickers } from '@gateway/domain/rates/symbol'
import type { Tick } from '@gateway/domain/rates/source-quote'

type TickPair = Pick<Tick, 'base' | 'quote'>

/** The pair of two known codes with a separator; undefined for an unused pair or a longer name. */
export function pairOf(name: string, separator: '/' | '-'): TickPair | undefined {
  const [base = '', quote = '', ...more] = name.split(separator)
  if (!isTicker(base) || base === quote || more.length > 0) return undefined
  return isFiatCode(quote) || isStablecoin(quote) ? { base, quote } : undefined
}

/** The pairs of a table from a source's own names to `BTC/USD`. @throws {Error} when the table names an unknown pair. */
export function pairTable(names: Readonly<Record<string, string>>): ReadonlyMap<string, TickPair> {
  return new Map(
    Object.entries(names).map(([theirs, ours]) => {
      const pair = pairOf(ours, '/')
      if (!pair) throw new Error(`${ours} is no pair that is priced`)
      return [theirs, pair]
    }),
  )
}

const known: ReadonlySet<string> = new Set(tickers)
const stable: ReadonlySet<string> = new Set(stablecoins)
const isTicker = (text: string): text is Ticker => known.has(text)
const isStablecoin = (text: string): text is Stablecoin => stable.has(text)
