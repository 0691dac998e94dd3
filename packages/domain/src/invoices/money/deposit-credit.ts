import type { Deposit } from '../../chainwatch/deposit.ts'
import { sumUnits } from '../../money/units.ts'
import { creditOf } from './crediting.ts'

/** What a page asked for, and while it counted. */
export interface QuoteTerms {
  readonly id: string
  /** What was still to pay, above 0, in the smallest unit of the currency. */
  readonly remainderMinor: bigint
  /** What the page asked for, in base units. */
  readonly dueUnits: bigint
  /** How much of it may be missing. */
  readonly toleranceUnits: bigint
  readonly validFrom: Date
  /** The instant itself is outside. A changed remainder ends a quote before its window is over. */
  readonly validUntil: Date
}

/** What a deposit is by itself, and by the deposit that its transaction replaces. */
type Arrived = Pick<Deposit, 'units' | 'arrivedAt' | 'inheritedArrival'>

type Span = Pick<QuoteTerms, 'validFrom' | 'validUntil'>

/**
 * The quote of an invoice that was in force at the arrival of a deposit; undefined without one. Only where none was, two more count: one that began within
 * the second that a block tells, because blocks tell whole seconds; and the first one, which has no beginning, because nobody knew the address before.
 *
 * @param quotes - every quote of the invoice, oldest first.
 */
export const findQuoteAt = <Known extends Span>(quotes: readonly Known[], arrivedAt: Date): Known | undefined =>
  quotes.findLast(({ validFrom, validUntil }) => validFrom <= arrivedAt && arrivedAt < validUntil) ??
  quotes.findLast((quote, at) => arrivedAt < quote.validUntil && (at === 0 || beginsInSecond(quote, arrivedAt)))

/** True of a quote that begins within the second of an arrival, where that has no fraction of one: then a block has told it. */
const beginsInSecond = ({ validFrom }: Span, arrivedAt: Date): boolean => {
  const afterMs = validFrom.getTime() - arrivedAt.getTime()
  return arrivedAt.getTime() % SECOND_MS === 0 && afterMs >= 0 && afterMs < SECOND_MS
}

const SECOND_MS = 1_000

/**
 * The quote that each deposit of an invoice is credited by: the one in force when it arrived. A replacement counts from the arrival of what it replaces
 * where that quote was paid in full by what was seen in time, as for payments; nobody locks a rate with dust.
 *
 * @param deposits - every deposit of the invoice's own coin, gone ones too.
 */
export function quotesOfDeposits<Known extends Arrived & Pick<Deposit, 'id'>>(
  quotes: readonly QuoteTerms[],
  deposits: readonly Known[],
): ReadonlyMap<string, QuoteTerms> {
  const found = deposits.flatMap((deposit): [string, QuoteTerms][] => {
    const quote = inheritedQuote(quotes, deposits, deposit) ?? findQuoteAt(quotes, deposit.arrivedAt)
    return quote ? [[deposit.id, quote]] : []
  })
  return new Map(found)
}

/** The quote of what a deposit replaces, where what came in its time was enough. */
function inheritedQuote<Known extends Arrived>(
  quotes: readonly QuoteTerms[],
  deposits: readonly Known[],
  { inheritedArrival }: Known,
): QuoteTerms | undefined {
  const quote = inheritedArrival === null ? undefined : findQuoteAt(quotes, inheritedArrival)
  if (!quote) return undefined
  const inTime = deposits.filter(({ arrivedAt }) => quote.validFrom <= arrivedAt && arrivedAt < quote.validUntil)
  const seenUnits = sumUnits(inTime)
  return seenUnits > 0n && seenUnits + quote.toleranceUnits >= quote.dueUnits ? quote : undefined
}

/** What deposits of a quote were credited before, and what is still open on the invoice. */
interface Standing {
  /** Sum of the deposits that this quote has credited already, in base units, and what they were credited. */
  readonly quotedUnits: bigint
  readonly quotedMinor: bigint
  /** What is open now, by both rails, in the smallest unit of the currency. */
  readonly openMinor: bigint
}

/**
 * What one more confirmed deposit credits, in the smallest unit of the currency: deposits of one quote are credited by their sum, so that several parts
 * which suffice together pay the whole remainder, and rounding never costs more than it would for one deposit. Never more than is open.
 */
export function creditOfDeposit(units: bigint, quote: QuoteTerms, { quotedUnits, quotedMinor, openMinor }: Standing): bigint {
  const { dueUnits, toleranceUnits, remainderMinor } = quote
  const whole = creditOf({ receivedUnits: quotedUnits + units, quotedUnits: dueUnits, toleranceUnits, remainderMinor })
  const further = whole > quotedMinor ? whole - quotedMinor : 0n
  return further < openMinor ? further : openMinor
}
