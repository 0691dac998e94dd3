import type { FiatCode } from '../money/fiat.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { PostalAddress, TaxProfile } from '../businesses/tax-profile.ts'
import type { ElectronicAddress } from './party.ts'

/** Who is invoiced, as far as the invoice knows. */
export interface DocumentBuyer {
  readonly name: string | null
  readonly email: string | null
  readonly address: PostalAddress | null
  readonly taxId: string | null
  readonly electronicAddress: ElectronicAddress | null
}

/** Everything that stands on an invoice or a credit note; the same document always gives the same bytes. */
export interface InvoiceDocument {
  readonly kind: 'invoice' | 'credit_note'
  /** As shown: `INV-42`. */
  readonly number: string
  /** The invoice that a credit note is about. */
  readonly credits: { readonly number: string; readonly issueDate: string } | null
  /** A BCP 47 tag. */
  readonly language: string
  readonly currency: FiatCode
  /** Positive on a credit note too; its kind says that it is given back. */
  readonly amountMinor: bigint
  readonly lines: readonly InvoiceLine[]
  /** ISO 8601 days. */
  readonly issueDate: string
  readonly serviceDate: string | null
  readonly dueDate: string | null
  /** The name that the merchant shows; the tax profile has the legal one. */
  readonly sellerName: string
  readonly taxProfile: TaxProfile | null
  readonly buyer: DocumentBuyer
  readonly taxExemptionReason: string | null
  readonly buyerReference: string | null
  readonly notes: string | null
  /** Paid before the document was written, in the smallest unit of the currency. */
  readonly paidMinor: bigint
  /** The page at which it can be paid; null where nothing is due. */
  readonly payUrl: string | null
}
