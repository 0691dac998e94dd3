import type { InvoiceCoin, InvoicePageInput, InvoiceView } from './invoice-view.ts'

/** The page of an invoice without its reader. */
export type SampleInvoice = Pick<InvoicePageInput, 'invoice' | 'now'>

/** Nobody holds keys to it. */
const ADDRESS = 'bc1qp8h03xl9c4ssdy8djhcxdmpwqyrj6j5ng8nnrz'
const id = '5e1f7c2a-90b4-4d0e-8f57-2f6f0f0b9a31'

const bitcoin = (amount: string): InvoiceCoin => ({
  asset: 'BTC',
  address: ADDRESS,
  amount,
  uri: `bitcoin:${ADDRESS}?amount=${amount}`,
  qrText: `bitcoin:${ADDRESS}?amount=${amount}`,
  price: 54_318.22,
  quotedAt: '2026-10-14T14:32:00.000Z',
  expiresAt: '2026-10-14T14:47:00.000Z',
})

const open: InvoiceView = {
  id,
  number: 'INV-1042',
  merchant: 'Kestrel Coffee',
  status: 'sent',
  currency: 'EUR',
  amount: '1280.00',
  amountPaid: '0.00',
  amountCredited: '0.00',
  amountDue: '1280.00',
  issueDate: '2026-10-13',
  dueDate: '2026-10-28',
  today: '2026-10-14',
  paidAt: null,
  lines: [],
  net: null,
  taxes: [],
  notes:
    'Wholesale order, week 42\n40 kg Sidama washed, roasted 12 Oct\nDelivery to Bergmannstraße 9, Berlin\n\nPlease quote INV-1042 when you write to us.',
  pdfPath: `/api/invoices/${id}/pay/pdf`,
  url: `https://pay.example.com/now/${id}`,
  coin: bitcoin('0.02356484'),
  card: 'taken',
  seen: null,
  isTest: false,
}

const lines: Partial<InvoiceView> = {
  lines: [
    { description: 'Sidama washed, roasted 12 October, in bags of a kilogram', quantity: '40', price: '22.50', net: '900.00' },
    { description: 'Feldgrind hand grinder', quantity: '1', price: '149.00', net: '149.00' },
    { description: 'Consulting', quantity: '1.5', price: '17.77', net: '26.66' },
  ],
  net: '1075.66',
  taxes: [
    { rate: '19', amount: '33.37' },
    { rate: '7', amount: '63.00' },
  ],
  amount: '1172.03',
  amountDue: '1172.03',
}

const sample = (changes: Partial<InvoiceView> = {}): SampleInvoice => ({
  invoice: { ...open, ...changes },
  now: '2026-10-14T14:37:19.000Z',
})
const partPaid = { amountPaid: '400.00', amountDue: '880.00', coin: bitcoin('0.01620083') } as const
const ended = { coin: null, card: 'not_taken' } as const

/** The page of an invoice in every state that a client can meet. */
export const sampleInvoices = {
  sent: sample(),
  lines: sample(lines),
  'without-pdf': sample({ pdfPath: null, notes: null, dueDate: null }),
  coin: sample({ card: 'not_taken' }),
  card: sample({ coin: null }),
  'too-small': sample({ card: 'too_small', amountPaid: '1279.80', amountDue: '0.20', coin: bitcoin('0.00000368') }),
  'too-large': sample({ card: 'too_large', currency: 'INR', amount: '1200000.00', amountDue: '1200000.00', coin: bitcoin('0.24611047') }),
  'no-way': sample({ coin: null, card: 'not_taken' }),
  partial: sample(partPaid),
  credited: sample({ amountCredited: '280.00', amountDue: '1000.00', coin: bitcoin('0.01841003') }),
  seen: sample({ ...partPaid, seen: { way: 'coin', amount: '0.01620083 BTC' } }),
  'seen-whole': sample({ ...ended, seen: { way: 'coin', amount: '0.02356484 BTC' } }),
  'seen-card': sample({ ...ended, seen: { way: 'card', amount: '1280' } }),
  overdue: sample({ status: 'overdue', today: '2026-10-31' }),
  paid: sample({ ...lines, ...ended, status: 'paid', amountPaid: '1172.03', amountDue: '0.00', paidAt: '2026-10-20T09:12:00.000Z' }),
  cancelled: sample({ ...ended, status: 'cancelled' }),
  yen: sample({ currency: 'JPY', amount: '128000', amountPaid: '0', amountDue: '128000' }),
  test: sample({ isTest: true }),
} as const satisfies Readonly<Record<string, SampleInvoice>>
