import { InvalidField } from '../kernel/error.ts'
import { formatUnits } from '../money/decimal.ts'
import { type FiatCode, fiatDecimals } from '../money/fiat.ts'
import { AmountDiffersFromItems, InvalidInvoice } from './errors.ts'
import type { InvoiceLine } from './invoice-line.ts'
import { findLineProblems } from './line-problems.ts'
import { totalsOf } from './totals.ts'

/** What a merchant asks for: an amount, lines, or both that agree. */
interface AskedAmount {
  readonly amountMinor: bigint | null
  readonly lines: readonly InvoiceLine[]
  readonly currency: FiatCode
  readonly taxExemptionReason: string | null
}

/**
 * The amount of an invoice with tax, in the smallest unit of its currency: that of its lines, where it has any.
 *
 * @throws {InvalidInvoice} for lines that cannot stand on an invoice.
 * @throws {AmountDiffersFromItems} when both are given and differ.
 * @throws {InvalidField} without either, and for an amount that is not above 0: nothing could pay it.
 */
export function amountOfInvoice({ amountMinor, lines, currency, taxExemptionReason }: AskedAmount): bigint {
  const problems = findLineProblems(lines, { taxExemptionReason })
  if (problems.length > 0) throw new InvalidInvoice(problems)
  const amount = lines.length === 0 ? amountMinor : totalsOf(lines).totalMinor
  if (amount === null) throw new InvalidField('amount', 'is required without items')
  if (amount <= 0n) throw new InvalidField('amount', 'is not above 0')
  if (amountMinor !== null && amountMinor !== amount) throw new AmountDiffersFromItems(formatUnits(amount, fiatDecimals[currency]))
  return amount
}
