import type { InvoiceDocument } from './invoice-document.ts'
import type { InvoiceLine } from './invoice-line.ts'

/** A line as it is stored: JSON numbers would round what it counts in. */
interface StoredLine extends Omit<InvoiceLine, 'quantity' | 'unitAmountMinor'> {
  readonly quantity: { readonly digits: string; readonly scale: number }
  readonly unitAmountMinor: string
}

/** What stands on a document, as JSON. */
export interface StoredContent extends Omit<InvoiceDocument, 'amountMinor' | 'paidMinor' | 'lines'> {
  readonly amountMinor: string
  readonly paidMinor: string
  readonly lines: readonly StoredLine[]
}

/** What stands on a document, as it is stored on the day that it is issued: later changes of the client or the business do not reach it. */
export const storedContentOf = (document: InvoiceDocument): StoredContent => ({
  ...document,
  amountMinor: String(document.amountMinor),
  paidMinor: String(document.paidMinor),
  lines: document.lines.map((line) => ({
    ...line,
    quantity: { digits: String(line.quantity.digits), scale: line.quantity.scale },
    unitAmountMinor: String(line.unitAmountMinor),
  })),
})

/** The document of its stored content. */
export const documentOfContent = (content: StoredContent): InvoiceDocument => ({
  ...content,
  amountMinor: BigInt(content.amountMinor),
  paidMinor: BigInt(content.paidMinor),
  lines: content.lines.map((line) => ({
    ...line,
    quantity: { digits: BigInt(line.quantity.digits), scale: line.quantity.scale },
    unitAmountMinor: BigInt(line.unitAmountMinor),
  })),
})
