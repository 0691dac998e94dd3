import { InvoiceItemInput } from '@gateway/contract/invoices/item-input'
import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { findMinorUnits, isFiatCode } from '@gateway/domain/money/fiat'
import { withPoint } from '../../ui/form/decimal-comma.ts'
import { withoutEmpty } from '../../ui/form/without-empty.ts'
import type { ShownTotals } from '../items.ts'
import type { ItemValues } from './invoice-values.ts'

/** The sums of the lines as far as they are typed: a line that is not complete counts nothing. */
export function liveTotals(items: readonly ItemValues[], currency: string): ShownTotals {
  return totalsOf(items.flatMap((item) => findLine(item, currency) ?? []))
}

/** A typed line, read as the server reads it; undefined while it is no line. */
function findLine(item: ItemValues, currency: string): InvoiceLine | undefined {
  const { quantity, unitAmount, taxRate } = item
  const typed = { ...item, quantity: withPoint(quantity), unitAmount: withPoint(unitAmount), taxRate: withPoint(taxRate) }
  // Sums do not depend on what is sold.
  const read = InvoiceItemInput.safeParse(withoutEmpty({ ...typed, description: item.description || '–' }))
  const unitAmountMinor = read.success && isFiatCode(currency) ? findMinorUnits(read.data.unitAmount, currency) : undefined
  return read.success && unitAmountMinor !== undefined ? { ...read.data, unitAmountMinor } : undefined
}
