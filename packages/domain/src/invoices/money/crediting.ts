import { divideDown } from '../../money/rounding.ts'

/** A confirmed deposit beside the quote that was in force when it arrived. */
interface QuotedDeposit {
  readonly receivedUnits: bigint
  /** What the quote asked for, above 0, in base units. */
  readonly quotedUnits: bigint
  /** How much of it may be missing. */
  readonly toleranceUnits: bigint
  /** What was still to pay, in the smallest unit of the currency. */
  readonly remainderMinor: bigint
}

/**
 * What a deposit credits to its invoice, in the smallest unit of the currency: the whole remainder when it is sufficient, else its share of the quote,
 * rounded down. Never more than the remainder: the rest of an overpaid invoice is held.
 */
export function creditOf({ receivedUnits, quotedUnits, toleranceUnits, remainderMinor }: QuotedDeposit): bigint {
  if (receivedUnits + toleranceUnits >= quotedUnits) return remainderMinor
  return divideDown(receivedUnits * remainderMinor, quotedUnits)
}

/** What is still to pay, at least 0, in the smallest unit of the currency. */
export function remainderOf({ amountMinor, creditedMinor }: { amountMinor: bigint; creditedMinor: bigint }): bigint {
  return creditedMinor >= amountMinor ? 0n : amountMinor - creditedMinor
}
