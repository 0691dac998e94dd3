import { type Answers, ago, type Told } from '../screens/portal/answers.ts'
import { BUSINESS_ID, kestrel, LONG_NAME } from '../screens/portal/business-answers.ts'

type Detail = Answers['invoices.portal.detail']
type Invoice = Detail['invoice']
type Client = Answers['invoices.clients.get']['client']

export const INVOICE_ID = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const CLIENT_ID = 'c3a1d7e2-58b4-4f69-8e20-9d7b6c5a4f31'
const DAY = 24 * 60
const URL = `https://pay.example/now/${INVOICE_ID}`
const SHA = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const WALLET = 'bc1qpjlcgk34hh0em5e2ukq46xey8r0q9zuzg3hwk4'

const vienna = { street: 'Gasse 1', extra: null, postcode: '1010', city: 'Wien', region: null, country: 'AT' }

const client: Client = {
  id: CLIENT_ID,
  business_id: BUSINESS_ID,
  name: 'Zimt & Söhne OG',
  email: 'office@zimt.example',
  language: 'de',
  address: vienna,
  tax_id: 'ATU12345678',
  electronic_address: null,
  created_at: ago(40 * DAY),
  updated_at: ago(40 * DAY),
  livemode: true,
}
const { business_id: _business, created_at: _created, updated_at: _updated, livemode: _mode, ...buyer } = client

const coffee: Invoice['items'][number] = {
  description: 'Sidama, roasted, 1 kg',
  quantity: 12,
  unit_code: 'KGM',
  unit_amount: 24.5,
  tax_rate: 10,
  tax_category: 'S',
}

const draft: Invoice = {
  id: INVOICE_ID,
  invoice_number: 'INV-42',
  invoiceNumber: 'INV-42',
  business_id: BUSINESS_ID,
  client_id: CLIENT_ID,
  client: buyer,
  currency: 'EUR',
  amount: 467.4,
  tax_total: 53.4,
  amount_paid: 0,
  amount_due: 467.4,
  crypto_currency: 'BTC',
  crypto_amount: null,
  status: 'draft',
  due_date: '2026-10-31',
  issue_date: null,
  service_date: '2026-10-12',
  items: [coffee, { ...coffee, description: 'Training for two baristas', quantity: 1.5, unit_code: 'HUR', unit_amount: 80, tax_rate: 20 }],
  notes: 'Thank you for the order.\nPlease name the number when you pay outside.',
  language: 'de',
  tax_exemption_reason: null,
  buyer_reference: 'PO-7781',
  wallet_id: null,
  merchant_wallet_address: null,
  payment_address: null,
  pay_url: null,
  pdf_url: null,
  processor_checkout_url: null,
  stripe_checkout_url: null,
  paid_outside: null,
  credit_notes: [],
  reminders: true,
  paid_at: null,
  sent_at: null,
  viewed_at: null,
  created_at: ago(5 * DAY),
  updated_at: ago(5 * DAY),
  livemode: true,
}

const sent: Invoice = {
  ...draft,
  status: 'sent',
  issue_date: '2026-10-10',
  merchant_wallet_address: WALLET,
  payment_address: WALLET,
  pay_url: URL,
  pdf_url: `https://pay.example/api/invoices/${INVOICE_ID}/pay/pdf`,
  processor_checkout_url: `${URL}/card`,
  stripe_checkout_url: `${URL}/card`,
  sent_at: ago(4 * DAY),
  viewed_at: ago(3 * DAY),
}

type HappenedEvent = readonly [type: string, minutes: number, status: string]
const event = (sequence: number, [type, minutes, status]: HappenedEvent): Detail['timeline'][number] => ({
  id: `e${sequence}`,
  sequence,
  type: type as Detail['timeline'][number]['type'],
  status,
  previous_status: null,
  created_at: ago(minutes),
  delivery: null,
})
const document = (more: Partial<Detail['documents'][number]> = {}): Detail['documents'][number] => ({
  id: INVOICE_ID,
  number: 'INV-42',
  kind: 'invoice',
  sha256: SHA,
  is_e_invoice: true,
  ...more,
})
const deposit = (more: Partial<Detail['deposits'][number]> = {}): Detail['deposits'][number] => ({
  id: 'd1',
  tx_id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  blockchain: 'BTC',
  amount: '0.00412000',
  status: 'credited',
  confirmations: 3,
  confirmations_required: 2,
  credited: 200,
  held_for: null,
  arrived_at: ago(2 * DAY),
  ...more,
})
const card = (more: Partial<Detail['cards'][number]> = {}): Detail['cards'][number] => ({
  id: '8d1f3a52-4b7c-4e0f-9a61-7c2b5d9e0f14',
  status: 'succeeded',
  amount: 26_740,
  currency: 'eur',
  created_at: ago(DAY),
  credited: 267.4,
  surplus: 0,
  ...more,
})

const bare: Detail = {
  invoice: draft,
  deposits: [],
  cards: [],
  documents: [],
  timeline: [],
  held: [],
  decisions: [],
  pending_decision: null,
  refunds: [],
  given_back: [],
  is_processing: false,
  overpaid: 0,
  needs_decision: false,
  explorer_tx: 'https://mempool.space/tx/',
}
const asSent: Detail = { ...bare, invoice: sent, documents: [document()], timeline: [event(1, ['invoice.sent', 4 * DAY, 'sent'])] }
const overdueEvents = [...asSent.timeline, event(2, ['invoice.overdue', DAY, 'overdue'])]
const paidEvents = [...asSent.timeline, event(2, ['invoice.updated', 2 * DAY, 'sent']), event(3, ['invoice.paid', DAY, 'paid'])]
const note: Invoice['credit_notes'][number] = {
  id: '2b7c9e10-52ad-4f3e-8c17-0d9e6a2b8f35',
  credit_note_number: 'INV-43',
  business_id: BUSINESS_ID,
  invoice_id: INVOICE_ID,
  amount: 53.9,
  currency: 'EUR',
  items: [{ ...coffee, quantity: 2 }],
  reason: 'Two bags arrived open',
  issue_date: '2026-10-13',
  created_at: ago(600),
  livemode: true,
}
const paid: Invoice = { ...sent, status: 'paid', amount_paid: 467.4, amount_due: 0, paid_at: ago(DAY) }

const shown = (detail: Detail): Told => ({ 'invoices.portal.detail': detail, 'invoices.get': { invoice: detail.invoice } })

/** A draft, only its merchant sees it. */
export const asDraft = shown(bare)
export const sentInvoice = shown(asSent)
export const overdueInvoice = shown({ ...asSent, invoice: { ...sent, status: 'overdue', due_date: '2026-10-12' }, timeline: overdueEvents })
export const cancelledInvoice = shown({
  ...asSent,
  invoice: { ...sent, status: 'cancelled', amount_due: 0 },
  timeline: [...asSent.timeline, event(2, ['invoice.cancelled', DAY, 'cancelled'])],
})
/** Half by crypto, half by card, and credited in part. */
export const paidInvoice = shown({
  ...asSent,
  invoice: { ...paid, credit_notes: [note] },
  deposits: [deposit()],
  cards: [card()],
  documents: [document(), document({ id: note.id, number: 'INV-43', kind: 'credit_note', sha256: null, is_e_invoice: null })],
  timeline: [...paidEvents, event(4, ['invoice.credited', 600, 'paid'])],
})
export const paidOutside = shown({
  ...asSent,
  invoice: { ...paid, paid_outside: { amount: 467.4, note: 'Bank transfer of 13 October' } },
  timeline: [...asSent.timeline, event(2, ['invoice.paid', DAY, 'paid'])],
})
export const processingInvoice = shown({
  ...asSent,
  deposits: [deposit({ status: 'processing', confirmations: 1, credited: 0, arrived_at: ago(8) })],
  is_processing: true,
})
export const heldInvoice = shown({
  ...asSent,
  needs_decision: true,
  invoice: paid,
  deposits: [deposit(), deposit({ id: 'd2', status: 'held', held_for: 'late', credited: 0, arrived_at: ago(200) })],
  held: [{ blockchain: 'BTC', amount: '0.00412', reason: 'late', since: ago(200) }],
  decisions: [
    {
      decision: 'forward',
      consequences: ['goes_to_wallet', 'fee_is_taken', 'status_stays', 'cannot_be_undone'],
      blockchains: ['BTC'],
      amount: null,
    },
    {
      decision: 'refund',
      consequences: ['payer_gets_link', 'payer_bears_network_fee', 'status_stays'],
      blockchains: ['BTC'],
      amount: '0.00412',
    },
  ],
  cards: [card()],
  timeline: paidEvents,
})
export const paidTwice = shown({
  ...asSent,
  needs_decision: true,
  invoice: paid,
  deposits: [deposit({ credited: 467.4 })],
  cards: [card({ credited: 0, surplus: 267.4 })],
  timeline: paidEvents,
})
/** A credit note over what was paid already. */
export const toGiveBack = shown({
  ...asSent,
  invoice: { ...paid, credit_notes: [note] },
  cards: [card({ credited: 467.4 })],
  timeline: paidEvents,
  overpaid: 53.9,
  needs_decision: true,
})
/** What was paid twice goes back to an address that the client has named; a part of a credit was given back by hand. */
export const refundingInvoice = shown({
  ...asSent,
  invoice: { ...paid, credit_notes: [note] },
  deposits: [deposit(), deposit({ id: 'd2', status: 'held', held_for: 'late', credited: 0, arrived_at: ago(200) })],
  cards: [card()],
  timeline: paidEvents,
  decisions: [{ decision: 'withdraw_refund', consequences: ['money_stays_held'], blockchains: ['BTC'], amount: null }],
  refunds: [
    {
      id: 'r1',
      status: 'claimed',
      offered_at: ago(90),
      offer_ends_at: ago(-30 * DAY),
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      claimed_at: ago(60),
      payable_from: ago(-2 * DAY),
      ended_at: null,
      end_reason: null,
    },
  ],
  given_back: [{ id: 'g1', amount: 53.9, tx_hashes: [], reason: 'Bank transfer of 14 October', created_at: ago(30) }],
})
/** Over a bare amount, to nobody. */
export const bareInvoice = shown({
  ...bare,
  invoice: { ...draft, items: [], tax_total: null, client: null, client_id: null, notes: null, buyer_reference: null },
})

const row = (number: number, more: Partial<Invoice>): Invoice => ({ ...sent, id: `i${number}`, invoice_number: `INV-${number}`, ...more })
const rows: readonly Invoice[] = [
  row(46, { ...draft, id: 'i46', invoice_number: 'INV-46', client: null, client_id: null, due_date: null, created_at: ago(30) }),
  row(45, { created_at: ago(DAY), amount: 1_240, amount_due: 1_240 }),
  row(44, { status: 'overdue', due_date: '2026-09-30', amount_due: 267.4, amount_paid: 200, created_at: ago(30 * DAY) }),
  row(42, { status: 'paid', amount_due: 0, amount_paid: 467.4, created_at: ago(35 * DAY) }),
  row(41, { status: 'cancelled', currency: 'JPY', amount: 1_000_000, amount_due: 0, created_at: ago(50 * DAY) }),
  row(40, { client: { ...buyer, name: LONG_NAME }, amount: 1_000_000, amount_due: 1_000_000, status: 'overdue', due_date: '2026-08-01' }),
]

const listed = (invoices: readonly Invoice[]): Answers['invoices.portal.list'] => ({
  invoices: [...invoices],
  next_cursor: null,
  total: invoices.length,
  total_is_capped: false,
})
const clients = (found: readonly Client[]): Answers['invoices.portal.clients'] => ({
  clients: [...found],
  next_cursor: null,
  total: found.length,
  total_is_capped: false,
})

/** Neither invoices nor clients. */
export const noInvoices: Told = {
  'invoices.portal.list': listed([]),
  'invoices.portal.ageing': { currencies: [] },
  'invoices.portal.clients': clients([]),
}

/** A seller that the tax office knows. */
export const withTaxProfile: Told = {
  'businesses.get': {
    business: {
      ...kestrel,
      tax_profile: {
        legal_name: 'Kestrel Coffee GmbH',
        address: { ...vienna, street: 'Donaukanalstraße 4', postcode: '1020' },
        vat_id: 'ATU87654321',
        tax_number: null,
        registration_id: 'FN 123456 a',
        contact: { name: 'Mara Kestrel', email: 'billing@kestrel.example', phone: null },
      },
    },
  },
}

/** What the procedures of invoices answer unless a scene says otherwise. */
export const invoiceAnswers = {
  'invoices.portal.attention': { held: [], owed: [] },
  'invoices.portal.list': listed(rows),
  'invoices.portal.ageing': {
    currencies: [
      { currency: 'EUR', not_due: 1_707.4, overdue_30: 267.4, overdue_60: 0, overdue_more: 1_000_000, total: 1_001_974.8 },
      { currency: 'USD', not_due: 0, overdue_30: 0, overdue_60: 90, overdue_more: 0, total: 90 },
    ],
  },
  'invoices.portal.clients': clients([
    client,
    { ...client, id: 'c2', name: 'Ada Lovelace', email: null, address: null, tax_id: null },
    { ...client, id: 'c3', name: LONG_NAME, email: 'accounts-payable-department@genossenschaftliche-feinkosthandlung.example' },
  ]),
  'invoices.portal.detail': asSent,
  'invoices.get': { invoice: draft },
  'invoices.clients.get': { client },
  'invoices.portal.refund': {
    id: 'r1',
    url: 'https://pay.example/refund/ret_7Qm1wS8cX0uVb2rN5tYhKzLpDf3JgEaC9oIxW4vB6Zs',
    ends_at: ago(-30 * DAY),
    blockchain: 'BTC',
    amount: '0.00412',
  },
} as const satisfies Partial<Answers>
