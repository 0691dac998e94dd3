import type { DocumentBuyer, InvoiceDocument } from './invoice-document.ts'
import { formatInvoiceNumber } from './invoice-number.ts'
import type { Invoice } from './invoice.ts'
import type { TaxProfile } from '../businesses/tax-profile.ts'
import type { Buyer } from './party.ts'
import { hasExempt } from './vat-category.ts'

/** What stands on an invoice beside its own members. */
interface DocumentFacts {
  readonly sellerName: string
  readonly taxProfile: TaxProfile | null
  readonly client: Buyer | null
  /** Today where the business is; counts for an invoice that names no day of issue. */
  readonly today: string
  readonly payUrl: string
}

/** The document of an invoice as it is sent: the language is the invoice's, else the client's, else English. */
export function documentOfInvoice(invoice: Invoice, { sellerName, taxProfile, client, today, payUrl }: DocumentFacts): InvoiceDocument {
  const { number, amountMinor, creditedMinor, currency, lines, language, issueDate, serviceDate, dueDate } = invoice
  const { taxExemptionReason, buyerReference, notes } = invoice
  return {
    kind: 'invoice',
    number: formatInvoiceNumber(number),
    credits: null,
    language: language ?? client?.language ?? 'en',
    currency,
    amountMinor,
    lines,
    issueDate: issueDate ?? today,
    serviceDate,
    dueDate,
    sellerName,
    taxProfile,
    buyer: documentBuyerOf(client),
    taxExemptionReason,
    buyerReference,
    notes,
    paidMinor: creditedMinor,
    payUrl: creditedMinor >= amountMinor ? null : payUrl,
  }
}

/** The document of a credit note over an invoice: its own number, day, amount and lines; nothing is paid on it. */
export function documentOfCreditNote(
  credited: InvoiceDocument,
  note: Pick<InvoiceDocument, 'number' | 'issueDate' | 'amountMinor' | 'lines' | 'notes'>,
): InvoiceDocument {
  const { number, issueDate, lines } = credited
  // Words about exempt lines are about nothing else.
  const taxExemptionReason = hasExempt(lines) && !hasExempt(note.lines) ? null : credited.taxExemptionReason
  const own = { ...note, kind: 'credit_note', credits: { number, issueDate }, taxExemptionReason } as const
  return { ...credited, ...own, dueDate: null, paidMinor: 0n, payUrl: null }
}

const NOBODY: DocumentBuyer = { name: null, email: null, address: null, taxId: null, electronicAddress: null }

function documentBuyerOf(client: Buyer | null): DocumentBuyer {
  if (client === null) return NOBODY
  const { name, email, address, taxId, electronicAddress } = client
  return { name, email, address, taxId, electronicAddress }
}
