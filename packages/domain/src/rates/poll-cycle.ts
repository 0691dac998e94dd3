import { type Decimal, formatUnits } from '../money/decimal.ts'
import { multiply } from '../money/exact.ts'
import { type FiatCode, fiatCodes } from '../money/fiat.ts'
import { acceptedRate } from '../money/rate.ts'
import { exactPrice, type RateSnapshot, type SnapshotPrice, type Hold, type PairName } from './rate-snapshot.ts'
import { isWaitingJump } from './price-jump.ts'
import { agreementOf } from './median.ts'
import type { SourcePrice } from './quote.ts'
import { dollarIn, type ReferenceRates } from './reference.ts'
import { type Stablecoin, stablecoins, type Ticker, tickers } from './symbol.ts'
import { type SourceAnswer, type SourceQuote, quotesOf } from './source-quote.ts'

/** The data of a poll. */
export interface PollResult {
  readonly answers: readonly SourceAnswer[]
  readonly reference: ReferenceRates | undefined
  /** Prices confirmed by operators, by pair. */
  readonly confirmed: ReadonlyMap<string, readonly Decimal[]>
  readonly now: Date
}

/** A candidate price for the snapshot. */
interface Proposal {
  readonly pair: PairName
  readonly price: Decimal
  readonly asOf: Date
  readonly sources: readonly SourcePrice[]
}

/** The pairs of the central bank. */
const dollarPairs = fiatCodes.map((currency): PairName => `USD/${currency}`)

/** The snapshot after a poll: acceptable new prices replace the old ones; all others keep their own time. */
export function nextSnapshot(before: RateSnapshot, learned: PollResult): RateSnapshot {
  const words = learned.answers.flatMap((answer) => quotesOf(answer, learned.now))
  const proposals = [...pricesOf(words, learned.now), ...referencesOf(learned, before)]
  return proposals.reduce((board, proposal) => decide(board, proposal, learned), before)
}

/** The snapshot before the first poll. */
export const emptySnapshot: RateSnapshot = { prices: {}, holds: {} }

function decide(board: RateSnapshot, { pair, price, asOf, sources }: Proposal, { confirmed, now }: PollResult): RateSnapshot {
  const accepted = acceptedRate(price)
  const [last, hold] = [board.prices[pair], board.holds[pair]]
  const needs = isWaitingJump({ price: accepted, sourceCount: sources.length, last, hold, confirmed: confirmed.get(pair) ?? [], now })
  const said = { price: plain(accepted), sources }
  if (needs) {
    const held: Hold = { ...said, needs, since: hold?.since ?? now.toISOString() }
    return { ...board, holds: { ...board.holds, [pair]: held } }
  }
  const { [pair]: _released, ...holds } = board.holds
  const counts: SnapshotPrice = { ...said, asOf: asOf.toISOString() }
  return { prices: { ...board.prices, [pair]: counts }, holds }
}

/** The price of each coin in US dollars, and in every other currency that two sources quote. */
function pricesOf(words: readonly SourceQuote[], now: Date): Proposal[] {
  const dollars = new Map(stablecoins.map((coin) => [coin, agreementOf(directly(words, coin, 'USD'))?.price]))
  return tickers.flatMap((base) =>
    fiatCodes.flatMap((quote) => {
      const said = quote === 'USD' ? inDollars(words, base, dollars) : directly(words, base, quote)
      const agreement = agreementOf(said)
      if (!agreement) return []
      const pair: PairName = `${base}/${quote}`
      return [{ pair, price: agreement.price, asOf: now, sources: agreement.kept.map((word) => sourcePrice(word, pair)) }]
    }),
  )
}

/** A source quote, with its original before conversion. */
type Said = SourceQuote & { readonly from?: { readonly pair: string; readonly price: Decimal } }

/** The first quote of each source for the pair. */
function directly(words: readonly SourceQuote[], base: Ticker, quote: FiatCode | Stablecoin): SourceQuote[] {
  const mine = words.filter((word) => word.base === base && word.quote === quote)
  return [...new Map(mine.toReversed().map((word) => [word.source, word])).values()].toReversed()
}

/** One quote per source in US dollars: its own, else its stablecoin quote converted by the stablecoin's agreed price. */
function inDollars(words: readonly SourceQuote[], base: Ticker, dollars: ReadonlyMap<Stablecoin, Decimal | undefined>): Said[] {
  const converted = stablecoins.flatMap((coin) => {
    const worth = dollars.get(coin)
    if (!worth || coin === base) return []
    return directly(words, base, coin).map((word): Said => ({
      ...word,
      quote: 'USD',
      price: multiply(word.price, worth),
      from: { pair: `${base}/${coin}`, price: word.price },
    }))
  })
  const own: Said[] = directly(words, base, 'USD')
  return [...new Map([...own, ...converted].toReversed().map((word) => [word.source, word])).values()].toReversed()
}

function referencesOf({ reference, confirmed }: PollResult, before: RateSnapshot): Proposal[] {
  if (!reference) return confirmedReferencesOf(confirmed, before)
  const { source, at } = reference
  return [...dollarIn(reference)].flatMap(([currency, price]) => {
    const pair: PairName = `USD/${currency}`
    const known = before.prices[pair]
    if (known && Date.parse(known.asOf) > at.getTime()) return []
    return [{ pair, price, asOf: at, sources: [{ source, pair, price: plain(acceptedRate(price)), at: at.toISOString() }] }]
  })
}

/** The bank's held rates that operators have confirmed: it is asked once an hour, and a confirmation is over by then. They keep the bank's time. */
const confirmedReferencesOf = (confirmed: PollResult['confirmed'], { holds }: RateSnapshot): Proposal[] =>
  dollarPairs.flatMap((pair) => {
    const hold = confirmed.has(pair) ? holds[pair] : undefined
    const [word] = hold?.sources ?? []
    return hold && word ? [{ pair, price: exactPrice(hold), asOf: new Date(word.at), sources: hold.sources }] : []
  })

const sourcePrice = ({ source, price, at, from }: Said, pair: PairName): SourcePrice => ({
  source,
  pair,
  price: plain(price),
  at: at.toISOString(),
  ...(from && { from: { pair: from.pair, price: plain(from.price) } }),
})

const plain = ({ digits, scale }: Decimal): string => formatUnits(digits, scale)
