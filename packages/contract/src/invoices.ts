import { isChargeable } from '@gateway/domain/cards/limits'
import type { CreditNote } from '@gateway/domain/invoices/money/credit-note'
import { remainderOf } from '@gateway/domain/invoices/money/crediting'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import type { Invoice } from '@gateway/domain/invoices/invoice'
import { invoiceStates } from '@gateway/domain/invoices/machine'
import type { Buyer } from '@gateway/domain/invoices/party'
import { totalsOf } from '@gateway/domain/invoices/totals'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { BuyerView, presentBuyer } from './invoices/client-view.ts'
import { creditNoteView } from './invoices/credit-notes.ts'
import { InvoiceItemView, presentItems } from './invoices/item-view.ts'
import { Asset } from './wire/chain.ts'
import { Id } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { DecimalString, FiatNumber } from './wire/money.ts'
import { memberOf, view } from './wire/objects/view.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

/** An invoice with what is shown beside it. */
export interface SeenInvoice {
  readonly invoice: Invoice
  /** The client as it is now, which a draft shows; an invoice that was sent has a copy. */
  readonly client: Buyer | null
  /** In the order of their numbers. */
  readonly creditNotes: readonly CreditNote[]
  /** What the quote in force asks for, in base units; null without one. */
  readonly quotedUnits: bigint | null
  /** The page of the invoice, which exists once it was sent. */
  readonly pageUrl: string
  /** Its document, for everybody who has the address; null before it is written. */
  readonly pdfUrl: string | null
}

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })
const day = (description: string, example: string | null) => z.string().nullable().meta({ description, example, format: 'date' })
const Moment = Time.nullable().meta({ description: 'The moment is null until it happens.', example: null })
const Page = text('The page at which it is paid; null before it was sent.', 'https://pay.example/now/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11')
const Document = text(
  'Its document, for everybody who has this address; null before it is written, shortly after the invoice was sent.',
  'https://pay.example/api/invoices/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11/pay/pdf',
)
const CardPage = text(
  'An address that leads to a fresh page of the card processor; null where no card is taken, once nothing is due, and while the processor takes no charge as small or as large as what is due.',
  'https://pay.example/now/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11/card',
)
const InvoiceNumber = z.string().meta({ description: 'Consecutive for each business, without a gap.', example: 'INV-42' })
const PaidOutside = z
  .object({ amount: FiatNumber, note: text('What the merchant wrote about it; null without a note.', 'Bank transfer of 2 October') })
  .nullable()
  .meta({ description: 'What was marked as paid outside; null without such a mark.', example: null })

const its = memberOf<SeenInvoice>()
const number = its(InvoiceNumber, ({ invoice }) => formatInvoiceNumber(invoice.number))
const cardPage = its(CardPage, cardPageOf)
/** An invoice as its business sees it. */
export const invoiceView = view(
  {
    id: its(Id, ({ invoice }) => invoice.id),
    invoice_number: number,
    invoiceNumber: number,
    business_id: its(Id, ({ invoice }) => invoice.businessId),
    client_id: its(text('The client; null without one.', null), ({ invoice }) => invoice.clientId),
    client: its(
      BuyerView.nullable().meta({ description: 'The client as it is now in a draft, and as it was when it was sent; null without one.' }),
      ({ invoice, client }) => {
        const buyer = invoice.buyer ?? client
        return buyer && presentBuyer(invoice.clientId, buyer)
      },
    ),
    currency: its(
      z.enum(fiatCodes).meta({ description: 'The currency of its amounts.', example: 'EUR' }),
      ({ invoice }) => invoice.currency,
    ),
    amount: its(FiatNumber.meta({ description: 'What it asks for, with tax.', example: 119 }), ({ invoice }) =>
      fiat(invoice, invoice.amountMinor),
    ),
    tax_total: its(FiatNumber.nullable().meta({ description: 'The tax in `amount`; null without items.', example: 19 }), ({ invoice }) =>
      invoice.lines.length === 0 ? null : fiat(invoice, totalsOf(invoice.lines).taxMinor),
    ),
    amount_paid: its(FiatNumber.meta({ description: 'What is paid of it, by all ways together.', example: 0 }), ({ invoice }) =>
      fiat(invoice, invoice.creditedMinor),
    ),
    amount_due: its(
      FiatNumber.meta({ description: 'What is left to pay, after payments and credit notes; 0 when cancelled.', example: 119 }),
      ({ invoice }) => fiat(invoice, dueOf(invoice)),
    ),
    crypto_currency: its(
      Asset.nullable().meta({ description: 'The coin it can be paid in; null for cards alone.', example: 'BTC' }),
      ({ invoice }) => invoice.asset,
    ),
    crypto_amount: its(
      DecimalString.nullable().meta({ description: 'What the quote in force asks for; null without one.', example: null }),
      ({ invoice, quotedUnits }) =>
        invoice.asset === null || quotedUnits === null ? null : formatUnits(quotedUnits, assetOf(invoice.asset).decimals),
    ),
    status: its(
      z.enum(invoiceStates).meta({ description: 'The invoice has this status now.', example: 'sent' }),
      ({ invoice }) => invoice.state,
    ),
    due_date: its(
      day('It is overdue from the next day on, where the business is; null for never.', '2026-10-31'),
      ({ invoice }) => invoice.dueDate,
    ),
    issue_date: its(
      day('The day of the invoice; null in a draft that takes the day it is sent.', '2026-10-01'),
      ({ invoice }) => invoice.issueDate,
    ),
    service_date: its(day('The day of delivery; null without one.', null), ({ invoice }) => invoice.serviceDate),
    items: its(z.array(InvoiceItemView).meta({ description: 'Its lines; empty for one over a bare amount.' }), ({ invoice }) =>
      presentItems(invoice.lines, invoice.currency),
    ),
    notes: its(text('The client reads this text; null without one.', 'Thank you'), ({ invoice }) => invoice.notes),
    language: its(text('The language of its document and e-mails; null for that of the client.', 'de'), ({ invoice }) => invoice.language),
    tax_exemption_reason: its(text('Why no tax is charged; null without a reason.', null), ({ invoice }) => invoice.taxExemptionReason),
    buyer_reference: its(text('A reference of the client; null without one.', null), ({ invoice }) => invoice.buyerReference),
    wallet_id: its(text('Your own name of a wallet; null without one.', null), ({ invoice }) => invoice.walletId),
    merchant_wallet_address: its(
      text('Your wallet that the coins go to; null in a draft that names none, and for cards alone.', null),
      ({ invoice }) => invoice.walletAddress,
    ),
    payment_address: its(
      text('Its address for the coin, from when it was sent; it never changes.', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'),
      ({ invoice }) => invoice.paymentAddress,
    ),
    pay_url: its(Page, (seen) => payUrlOf(seen)),
    pdf_url: its(Document, 'pdfUrl'),
    processor_checkout_url: cardPage,
    stripe_checkout_url: cardPage,
    paid_outside: its(PaidOutside, ({ invoice }) =>
      invoice.outsideMinor === null ? null : { amount: fiat(invoice, invoice.outsideMinor), note: invoice.outsideNote },
    ),
    credit_notes: its(z.array(creditNoteView.schema).meta({ description: 'Its credit notes, by ascending number.' }), ({ creditNotes }) =>
      creditNotes.map(creditNoteView.present),
    ),
    reminders: its(
      z.boolean().meta({ description: 'Whether the client is reminded by e-mail.', example: true }),
      ({ invoice }) => invoice.remindersOn,
    ),
    paid_at: its(Moment, ({ invoice }) => presentTimeOrNull(invoice.paidAt)),
    sent_at: its(Moment, ({ invoice }) => presentTimeOrNull(invoice.sentAt)),
    viewed_at: its(Moment, ({ invoice }) => presentTimeOrNull(invoice.viewedAt)),
    created_at: its(Time, ({ invoice }) => presentTime(invoice.createdAt)),
    updated_at: its(Time, ({ invoice }) => presentTime(invoice.updatedAt)),
    livemode: its(Livemode, ({ invoice }) => isLive(invoice.mode)),
  },
  { id: 'Invoice', description: 'A bill of a business over an amount of fiat, payable by crypto and card.' },
)

/** Where an invoice is paid; null before it was sent. */
export const payUrlOf = ({ invoice, pageUrl }: SeenInvoice): string | null => (invoice.sentAt === null ? null : pageUrl)

/** Where a card is asked for; null where none is taken, and unless the processor may charge what is due. */
export function cardPageOf(seen: SeenInvoice): string | null {
  const { invoice, pageUrl } = seen
  const isPayable = invoice.state === 'sent' || invoice.state === 'overdue'
  return isPayable && invoice.takesCards && isChargeable(dueOf(invoice), invoice.currency) ? `${pageUrl}/card` : null
}

function dueOf({ state, amountMinor, creditNotesMinor, creditedMinor }: Invoice): bigint {
  return state === 'cancelled' ? 0n : remainderOf({ amountMinor: amountMinor - creditNotesMinor, creditedMinor })
}

const fiat = ({ currency }: Invoice, minor: bigint): number => toNumber(fiatDecimal(minor, currency))
