import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { InvoiceTotals } from '@gateway/domain/invoices/totals'
import type { Labels } from '../labels/label-set.ts'
import type { Sheet } from './sheet.ts'

/** A document while it is drawn. */
export interface Printed {
  readonly sheet: Sheet
  readonly document: InvoiceDocument
  readonly totals: InvoiceTotals
  readonly labels: Labels
  /** One that has labels. */
  readonly language: string
  /** An amount as the page shows it. */
  readonly money: (minor: bigint) => string
}
