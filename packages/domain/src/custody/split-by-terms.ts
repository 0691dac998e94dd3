import { type Bps, portion } from '../money/rounding.ts'
import type { Split } from '../payments/rules.ts'
import type { PayoutConditions } from './intent.ts'
import { rowOfTerms, type TermsSubject } from './purposes.ts'

/** The part of payout terms that decides about shares. */
export interface SharedTerms {
  readonly subject: TermsSubject
  readonly feeBps: Bps
  readonly conditions?: PayoutConditions | null
}

/** A split, and the part of the payees' share that was paid in above the amount. */
export interface SplitWithExcess extends Split {
  readonly excessUnits: bigint
}

/**
 * The split of a payout's money by its terms: the fee is a share of all of it, or, where the terms name an amount and whose the rest is, of that
 * amount only.
 */
export function splitByTerms(terms: SharedTerms, units: bigint, networkFeeUnits: bigint): SplitWithExcess {
  const excessUnits = excessOf(terms, units)
  const feeUnits = portion(units - excessUnits, terms.feeBps)
  return { feeUnits, networkFeeUnits, merchantUnits: units - feeUnits - networkFeeUnits, excessUnits }
}

function excessOf({ subject, conditions }: SharedTerms, units: bigint): bigint {
  if (!conditions || rowOfTerms(subject).payees.length < 3) return 0n
  const amount = BigInt(conditions.amountUnits)
  return units > amount ? units - amount : 0n
}
