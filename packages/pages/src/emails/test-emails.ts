import { reminderStages } from '@gateway/domain/invoices/reminder'
import { languageCodes } from '../locales/languages.ts'
import type { AssistedRefundLink, CardReceipt, EmailFacts, EscrowLink, InvoiceLetter, RefundArrived, RefundLink } from './email-facts.ts'

/** The origin of e-mails in tests. */
export const ORIGIN = 'https://pay.example.com'

const to = 'mara@kestrel.example'
const from = { address: '203.0.113.24', browser: 'Firefox on Linux' }
const at = '2026-10-14T12:37:00.000Z'
const later = '2026-10-15T12:37:00.000Z'
const business = { id: '0f4b6c1a-52f2-4d9c-9a57-3b1d0c7e8f21', name: 'Kestrel Coffee' }
const wallets = { before: 'bc1qc8vjkxtm34urnssy92xvuaxzrnuk6qgmrg2cwu', after: 'bc1qpjlcgk34hh0em5e2ukq46xey8r0q9zuzg3hwk4' }
const token = 'T9x4mQ2v7Kp1aB3cD5eF6gH8iJ0kL2mN4oP6qR8sT0u'
const webhooks = {
  to,
  business,
  host: 'shop.kestrel.example',
  since: '2026-10-09T12:04:00.000Z',
  switchedOffAt: at,
  lastStatus: 503,
  lastDurationMs: 1_204,
  waiting: 214,
}

/** A refund that a payer can claim. */
export const refundLink: RefundLink = {
  kind: 'refund_link',
  to: 'lena@hoffmann.example',
  language: 'en',
  merchant: 'Kestrel Coffee',
  replyTo: to,
  description: 'Order 4189',
  reason: 'underpaid',
  amount: '0.00150000',
  asset: 'BTC',
  path: `/refund/ret_${token}`,
  endsAt: '2026-11-13T12:37:00.000Z',
  holdHours: 48,
}

/** A refund that the merchant pays, whose payer names an address. */
export const assistedLink: AssistedRefundLink = {
  kind: 'refund_link',
  paidBy: 'merchant',
  address: null,
  to: 'lena@hoffmann.example',
  language: 'en',
  merchant: 'Kestrel Coffee',
  replyTo: to,
  description: 'Order 4189',
  reason: 'Item out of stock',
  amount: '0.00046029',
  asset: 'BTC',
  price: '25.00',
  currency: 'EUR',
  path: `/refund/ret_${token}`,
  endsAt: '2026-10-28T12:37:00.000Z',
}

/** A refund that the merchant has paid. */
const refundArrived: RefundArrived = {
  kind: 'refund_arrived',
  paidBy: 'merchant',
  to: 'lena@hoffmann.example',
  language: 'en',
  merchant: 'Kestrel Coffee',
  replyTo: to,
  description: 'Order 4189',
  reason: 'Item out of stock',
  amount: '0.00046029',
  asset: 'BTC',
  price: '25.00',
  currency: 'EUR',
  path: `/refund/ret_${token}`,
}

/** An escrow of a series that a customer can pay. */
export const escrowOpened: EscrowLink = {
  kind: 'escrow_opened',
  asksForAddress: false,
  to: 'lena@hoffmann.example',
  language: 'en',
  merchant: 'Kestrel Coffee',
  replyTo: to,
  description: 'Coffee of the month',
  period: 3,
  price: '25',
  currency: 'USD',
  amount: '0.00041667',
  asset: 'BTC',
  path: `/escrow/manage?id=${business.id}&token=esc_${'3f'.repeat(32)}`,
  endsAt: later,
}

/** A receipt of a card payment. */
export const cardReceipt: CardReceipt = {
  kind: 'card_receipt',
  to: 'lena@hoffmann.example',
  language: 'en',
  merchant: 'Kestrel Coffee',
  replyTo: to,
  description: 'Order 4189',
  amount: '25',
  currency: 'EUR',
  reference: business.id,
  at,
}

/** An invoice that a client gets. */
const invoiceSent = {
  kind: 'invoice_sent',
  to: 'lena@hoffmann.example',
  language: 'en',
  merchant: 'Kestrel Coffee',
  replyTo: to,
  number: 'INV-118',
  creditNote: null,
  amount: '1240',
  currency: 'EUR',
  dueDate: '2026-10-28',
  items: '20 kg Sidama, 12 kg house espresso',
  seller: 'Kestrel Coffee GmbH, Oranienstraße 14, 10999 Berlin',
  path: `/now/${business.id}`,
} as const satisfies InvoiceLetter

/** One e-mail of every kind, and those to payers in every language. */
export const testEmails: readonly EmailFacts[] = [
  { kind: 'verify_email', to, token, endsAt: later },
  { kind: 'reset_password', to, token, askedAt: at, from, endsAt: later },
  { kind: 'password_changed', to, changedAt: at, by: 'link', from },
  { kind: 'factors_changed', to, change: 'passkey_added', passkey: 'Laptop <b>', changedAt: at, from },
  { kind: 'factors_changed', to, change: 'recovery_code_used', passkey: null, changedAt: at, from },
  { kind: 'wallets_changed', to, business, changes: [{ asset: 'BTC', ...wallets }], changedAt: at, countsFrom: null, byKey: null, from },
  {
    kind: 'wallets_changed',
    to,
    business,
    changes: [
      { asset: 'BTC', ...wallets },
      { asset: 'USDC_ETH', before: null, after: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
    ],
    changedAt: at,
    countsFrom: later,
    byKey: 'gw_live_k3v9Qm2xTe7a',
    from,
  },
  {
    kind: 'api_key_created',
    to,
    business,
    keyId: 'k3v9Qm2xTe7a',
    prefix: 'gw_live_k3v9Qm2xTe7a',
    name: 'Shop backend',
    scopes: ['payments:write', 'webhooks:read'],
    expiresAt: null,
    createdAt: at,
    byKey: null,
    from,
  },
  { kind: 'webhooks_failing', ...webhooks },
  { kind: 'webhooks_gone', ...webhooks, lastStatus: 410, waiting: 1 },
  escrowOpened,
  { ...escrowOpened, kind: 'escrow_ending' },
  {
    kind: 'dispute_ending',
    to: 'lena@hoffmann.example',
    language: 'en',
    merchant: 'Kestrel Coffee',
    replyTo: to,
    description: 'Coffee of the month',
    period: 3,
    amount: '0.00041667',
    asset: 'BTC',
    endsAt: later,
  },
  { kind: 'card_escrow_ending', to, business, escrowId: business.id, amount: '25', currency: 'USD', endsAt: later },
  { kind: 'dispute_reminder', to, business, escrowId: business.id, amount: '0.00041667', asset: 'BTC', endsAt: later },
  ...languageCodes.map((language) => ({ ...refundLink, language })),
  ...languageCodes.map((language) => ({ ...assistedLink, language })),
  ...languageCodes.map((language) => ({ ...assistedLink, address: wallets.after, reason: null, description: null, language })),
  ...languageCodes.map((language) => ({ ...refundArrived, language })),
  ...languageCodes.map((language) => ({ ...cardReceipt, language })),
  ...languageCodes.map((language) => ({ ...cardReceipt, kind: 'card_refunded' as const, language })),
  ...languageCodes.flatMap((language) => [
    { ...invoiceSent, language },
    { ...invoiceSent, language, items: null, seller: null, dueDate: null },
    ...reminderStages.map((stage) => ({ ...invoiceSent, kind: 'invoice_reminder' as const, stage, language })),
    { ...invoiceSent, kind: 'invoice_reminder' as const, stage: 'open' as const, dueDate: null, language },
    { ...invoiceSent, kind: 'invoice_paid' as const, language },
    { ...invoiceSent, kind: 'invoice_credited' as const, creditNote: 'INV-119', language },
  ]),
]
