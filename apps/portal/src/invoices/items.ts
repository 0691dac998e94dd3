import { type InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { type InvoiceTotals, totalsOf } from '@gateway/domain/invoices/totals'
import { type Decimal, findJsonDecimal } from '@gateway/domain/money/decimal'
import { type FiatCode, findMinorUnits } from '@gateway/domain/money/fiat'
import type { Outputs } from '../trpc.ts'

/** The sums of lines, in the smallest unit of their currency. */
export type ShownTotals = InvoiceTotals

type Item = Outputs['invoices']['portal']['detail']['invoice']['items'][number]

const BPS_PER_PERCENT = 100
const NOTHING: Decimal = { digits: 0n, scale: 0 }
const decimalOf = (value: number): Decimal => findJsonDecimal(String(value)) ?? NOTHING

/** The sums of the lines of an answer, as the invoice has them. */
export const totalsOfItems = (items: readonly Item[], currency: FiatCode): ShownTotals => totalsOf(linesOfItems(items, currency))

/** The lines of an answer, as they are computed with. */
export const linesOfItems = (items: readonly Item[], currency: FiatCode): InvoiceLine[] => items.map((item) => lineOf(item, currency))

const lineOf = (item: Item, currency: FiatCode): InvoiceLine => ({
  description: item.description,
  quantity: decimalOf(item.quantity),
  unitCode: item.unit_code,
  unitAmountMinor: findMinorUnits(decimalOf(item.unit_amount), currency) ?? 0n,
  taxRateBps: Math.round(item.tax_rate * BPS_PER_PERCENT),
  taxCategory: item.tax_category,
})
