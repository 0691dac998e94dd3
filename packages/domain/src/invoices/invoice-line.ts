import type { Decimal } from '../money/decimal.ts'
import { type Bps, divideHalfAway } from '../money/rounding.ts'
import type { UnitCode } from './unit-code.ts'
import type { VatCategory } from './vat-category.ts'

/** A line of an invoice: so many units of something at a net price. */
export interface InvoiceLine {
  readonly description: string
  /** Negative for a discount or a return; prices never are (EN 16931 BR-27). */
  readonly quantity: Decimal
  readonly unitCode: UnitCode
  /** Net, in the smallest unit of the currency, at least 0. */
  readonly unitAmountMinor: bigint
  readonly taxRateBps: Bps
  readonly taxCategory: VatCategory
}

/** Quantity × price, rounded to the smallest unit of the currency, halves away from zero. */
export const netOfLine = ({ quantity, unitAmountMinor }: Pick<InvoiceLine, 'quantity' | 'unitAmountMinor'>): bigint =>
  divideHalfAway(quantity.digits * unitAmountMinor, 10n ** BigInt(quantity.scale))
