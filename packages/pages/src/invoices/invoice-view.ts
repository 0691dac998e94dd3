import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Language } from '../locales/languages.ts'

/** A line of an invoice. Amounts are decimal texts in whole units of its currency. */
export interface ShownLine {
  readonly description: string
  /** A decimal text. */
  readonly quantity: string
  /** Net, for one unit. */
  readonly price: string
  readonly net: string
}

/** What all lines of one rate come to. */
interface ShownTax {
  /** Per cent, a decimal text. */
  readonly rate: string
  readonly amount: string
}

/** How an invoice can be paid in its coin now. */
export interface InvoiceCoin {
  readonly asset: AssetCode
  readonly address: string
  /** Of the coin, exact: what the open remainder comes to. */
  readonly amount: string
  readonly uri: string
  /** Text of the QR image: the wallet link, or the plain address where wallets misread token links. */
  readonly qrText: string
  /** Fiat for one coin. */
  readonly price: number
  /** RFC 3339: when the quote began and ends. */
  readonly quotedAt: string
  readonly expiresAt: string
}

/** Money that was seen and does not count yet. */
export interface SeenMoney {
  /** `card`: its bank pays it later. */
  readonly way: 'coin' | 'card'
  /** Of a coin with its ticker, of a card in whole units of the invoice's currency. */
  readonly amount: string
}

/** An invoice as its client sees it: neither ids of others nor wallets. Amounts are decimal texts with all digits of its currency. */
export interface InvoiceView {
  readonly id: string
  /** As shown: `INV-42`. */
  readonly number: string
  readonly merchant: string
  readonly status: 'sent' | 'overdue' | 'paid' | 'cancelled'
  readonly currency: FiatCode
  readonly amount: string
  readonly amountPaid: string
  /** What credit notes have taken off. */
  readonly amountCredited: string
  readonly amountDue: string
  /** ISO 8601 days; today is that of the business. */
  readonly issueDate: string | null
  readonly dueDate: string | null
  readonly today: string
  /** RFC 3339. */
  readonly paidAt: string | null
  /** Empty for an invoice over a bare amount. */
  readonly lines: readonly ShownLine[]
  readonly net: string | null
  readonly taxes: readonly ShownTax[]
  readonly notes: string | null
  /** Null before the document is written. */
  readonly pdfPath: string | null
  /** Its own address. */
  readonly url: string
  /** Null without a coin, while its price is not known, and while money that was seen would pay the rest. */
  readonly coin: InvoiceCoin | null
  /** `too_small`, `too_large`: the business takes cards, but the processor takes no charge over what is left. */
  readonly card: 'taken' | 'too_small' | 'too_large' | 'not_taken'
  readonly seen: SeenMoney | null
  readonly isTest: boolean
}

/** What the page of an invoice is drawn from. */
export interface InvoicePageInput {
  readonly invoice: InvoiceView
  /** The server's clock, RFC 3339. */
  readonly now: string
  readonly language: Language
  readonly nonce: string
  readonly theme?: 'light' | 'dark'
}
