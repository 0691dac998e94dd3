import type { Invoice } from '@gateway/domain/invoices/invoice'
import { type InvoiceState, invoiceMachine } from '@gateway/domain/invoices/machine'
import { invoiceView, type SeenInvoice } from '../invoices.ts'
import type { ContractRoom } from '../wire/objects/room.ts'
import { asked, type SampleFor, subject } from '../wire/objects/subject.ts'

const AMOUNT = 11_900n

/** An invoice as its events carry it. */
export const invoiceSubject = subject({
  name: 'invoice',
  view: invoiceView,
  machine: invoiceMachine,
  events: {
    'invoice.sent': { ...asked, nth: 1, description: 'The invoice was sent or published: it is payable, and never edited again.' },
    'invoice.overdue': { ...asked, nth: 2, description: 'Its due day has ended where the business is; it stays payable.' },
    'invoice.paid': { ...asked, nth: 2, description: 'It is paid in full, by crypto, card or outside; once per payment in full.' },
    'invoice.credited': {
      ...asked,
      nth: 2,
      description: 'A credit note took off a part or the whole; the whole of an unpaid one cancels it.',
    },
    'invoice.cancelled': { ...asked, nth: 2, description: 'The invoice was cancelled: nothing is asked for any more.' },
    'invoice.updated': {
      ...asked,
      nth: 3,
      description: 'A merchant can see something new without another event: a part was paid, or a mark as paid outside was undone.',
    },
  },
  sample: (state, at): SeenInvoice => ({
    invoice: sampleInvoice(state, at),
    client: null,
    creditNotes: [],
    quotedUnits: null,
    pageUrl: `https://pay.example/now/${at.id}`,
    pdfUrl: null,
  }),
})

const sampleInvoice = (state: InvoiceState, { id, business, at }: SampleFor): Invoice => ({
  ...blank,
  id,
  merchantId: business.merchantId,
  businessId: business.id,
  mode: business.mode,
  state,
  seller: { name: business.name, timeZone: business.timeZone, taxProfile: null },
  creditedMinor: state === 'paid' ? AMOUNT : 0n,
  paidAt: state === 'paid' ? at : null,
  sentAt: at,
  createdAt: at,
  updatedAt: at,
})

const blank = {
  number: 42,
  clientId: null,
  currency: 'EUR',
  amountMinor: AMOUNT,
  lines: [],
  asset: null,
  issueDate: '2026-10-01',
  serviceDate: null,
  dueDate: '2026-10-31',
  notes: 'A sample',
  language: null,
  taxExemptionReason: null,
  buyerReference: null,
  walletId: null,
  walletAddress: null,
  paymentAddress: null,
  payoutTermsId: null,
  takesCards: true,
  feeBps: 100,
  buyer: null,
  creditNotesMinor: 0n,
  outsideMinor: null,
  outsideNote: null,
  outsideBy: null,
  remindersOn: true,
  overdueAt: null,
  viewedAt: null,
} as const

/** What the lists of the interface know of invoices. */
export const invoicesRoom = { subjects: { invoice: invoiceSubject } } as const satisfies ContractRoom
