import type { BusinessId, MerchantId, Mode } from '../../kernel/id.ts'
import type { FiatCode } from '../../money/fiat.ts'
import type { InvoiceLine } from '../invoice-line.ts'
import { totalsOf } from '../totals.ts'

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
interface CreditedInvoice {
  readonly amountMinor: bigint
  readonly lines: readonly InvoiceLine[]
  readonly creditNotesMinor: bigint
}

/** What a merchant asks to credit: lines, a bare amount, or, with neither, the whole. */
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
export type CreditRefusal = 'amount_not_positive' | 'more_than_invoice' | 'name_items'

/**
 * What a credit note over a part or the whole of an invoice says, or why it cannot be written. An invoice with lines is credited in part by lines, because
 * an amount alone does not say which tax it takes back; `name_items` asks for them.
 */
export function planCredit(invoice: CreditedInvoice, request: CreditRequest): CreditDraft | { refusal: CreditRefusal } {
  const leftMinor = invoice.amountMinor - invoice.creditNotesMinor
  const { amountMinor, lines } = contentOf(invoice, request, leftMinor)
  if (amountMinor <= 0n) return { refusal: 'amount_not_positive' }
  if (amountMinor > leftMinor) return { refusal: 'more_than_invoice' }
  if (lines.length === 0 && invoice.lines.length > 0) return { refusal: 'name_items' }
  return { amountMinor, lines, isWhole: amountMinor === leftMinor }
}

function contentOf(
  invoice: CreditedInvoice,
  request: CreditRequest,
  leftMinor: bigint,
): { amountMinor: bigint; lines: readonly InvoiceLine[] } {
  if (request.lines !== null) return { amountMinor: totalsOf(request.lines).totalMinor, lines: request.lines }
  const amountMinor = request.amountMinor ?? leftMinor
  return { amountMinor, lines: amountMinor === invoice.amountMinor ? invoice.lines : [] }
}
