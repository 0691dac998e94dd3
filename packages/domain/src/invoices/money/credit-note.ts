import type { BusinessId, MerchantId, Mode } from '../../kernel/id.ts'
import type { FiatCode } from '../../money/fiat.ts'
import type { InvoiceLine } from '../invoice-line.ts'
import { totalsOf } from '../totals.ts'
import { findLinesLeft, type PartlyCredited } from './lines-left.ts'

/** A credit note that was written; it never changes. Its amounts are positive: its kind says that they are given back. */
export interface CreditNote {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly invoiceId: string
  /** From the register of the invoices: shown as `INV-<number>`. */
  readonly number: number
  readonly amountMinor: bigint
  readonly currency: FiatCode
  /** Empty for a credit note over a bare amount. */
  readonly lines: readonly InvoiceLine[]
  readonly reason: string | null
  /** An ISO 8601 day, where the business is. */
  readonly issueDate: string
  readonly createdAt: Date
}

/** What a credit note is drawn from: an invoice, and what earlier credit notes have taken off it, in the smallest unit of its currency. */
interface CreditedInvoice extends PartlyCredited {
  readonly amountMinor: bigint
  readonly creditNotesMinor: bigint
}

/** What a merchant asks to credit: lines, a bare amount, or, with neither, all that is left. */
interface CreditRequest {
  readonly amountMinor: bigint | null
  readonly lines: readonly InvoiceLine[] | null
}

/** What a credit note will say. Its amounts are positive: its kind says that they are given back. */
export interface CreditDraft {
  readonly amountMinor: bigint
  readonly lines: readonly InvoiceLine[]
  /** True when nothing of the invoice is left to pay or keep. */
  readonly isWhole: boolean
}

/** Why a credit note cannot be written. */
export type CreditRefusal = 'amount_not_positive' | 'more_than_invoice' | 'name_items' | 'name_items_of_rest'

/**
 * What a credit note over a part or all that is left of an invoice says, or why it cannot be written. An invoice with lines is credited in part by lines,
 * because an amount alone does not say which tax it takes back: `name_items` asks for them, `name_items_of_rest` where no lines add up to all that is left.
 */
export function planCredit(invoice: CreditedInvoice, request: CreditRequest): CreditDraft | { refusal: CreditRefusal } {
  const leftMinor = invoice.amountMinor - invoice.creditNotesMinor
  const amountMinor = request.lines === null ? (request.amountMinor ?? leftMinor) : totalsOf(request.lines).totalMinor
  if (amountMinor <= 0n) return { refusal: 'amount_not_positive' }
  if (amountMinor > leftMinor) return { refusal: 'more_than_invoice' }
  const isWhole = amountMinor === leftMinor
  const lines = request.lines ?? (isWhole ? findLinesLeft(invoice) : [])
  if (lines === undefined) return { refusal: 'name_items_of_rest' }
  if (lines.length === 0 && invoice.lines.length > 0) return { refusal: 'name_items' }
  return { amountMinor, lines, isWhole }
}
