import type { Words } from '../words.ts'

/** What a letter about an invoice may name. */
export interface InvoiceNames {
  readonly merchant: string
  /** As shown: `INV-42`. */
  readonly number: string
  /** Of the credit note; the invoice's own elsewhere. */
  readonly creditNote: string
  /** Exact, with the sign of its currency. */
  readonly amount: string
  /** A day; empty for an invoice without one. */
  readonly due: string
  /** The recipient. */
  readonly to: string
}

/** The texts of one kind of letter. */
interface LetterTexts {
  /** At most 80 characters with the merchant's name, which is cut if need be. */
  readonly subject: (names: InvoiceNames) => string
  readonly title: (names: InvoiceNames) => Words
  readonly help: (names: InvoiceNames) => Words
}

/** The texts of letters about invoices in one language. */
export interface InvoiceLetterTexts {
  readonly sent: LetterTexts
  /** A reminder of an invoice without a due day. */
  readonly open: LetterTexts
  /** Reminders before, on and after the due day. */
  readonly before: LetterTexts
  readonly on: LetterTexts
  readonly after: LetterTexts
  readonly paid: LetterTexts
  readonly credited: LetterTexts
  readonly attached: string
  readonly amount: string
  readonly due: string
  readonly items: string
  readonly from: string
  readonly pay: string
  readonly view: string
  readonly onlyThere: string
  readonly onlyThereHelp: (names: InvoiceNames) => Words
  readonly why: (names: InvoiceNames) => Words
}
