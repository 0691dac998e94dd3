import type { Business } from '@gateway/domain/businesses/business'
import type { PaymentEventName, PaymentState } from '@gateway/domain/payments/machine'
import { NO_MOVEMENTS } from '@gateway/domain/payments/movements'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { PaymentChangeView, presentPaymentChange } from '../payments.ts'
import type { ContractRoom } from '../wire/objects/room.ts'
import { always, asked, type EventRow, type SampleFor, type Subject } from '../wire/objects/subject.ts'

const events: Readonly<Record<PaymentEventName, EventRow>> = {
  'payment.created': { ...always, nth: 1, description: 'A payment was created.' },
  'payment.pending': { ...always, nth: 2, description: 'A sufficient deposit was first seen.' },
  'payment.confirming': { ...always, nth: 3, description: 'The deposit was included in a block; sent again only after a reorganisation.' },
  'payment.completed': { ...always, nth: 4, description: 'The deposit has its confirmations: the signal to ship, once per payment.' },
  'payment.expired': { ...always, nth: 2, description: 'The window ended without a sufficient deposit.' },
  'payment.failed': { ...always, nth: 3, description: 'The deposit is permanently invalid, or the address can no longer be served.' },
  'payment.refunded': { ...always, nth: 3, description: 'A refund is final; the status is unchanged.' },
  'payment.updated': {
    ...always,
    nth: 2,
    description:
      'A merchant can see something new without a change of status: a deposit that does not suffice, a further, late or wrong-asset one, an exception, a decision, a payout of held money, the reason for which a payout waits.',
  },
  'payment.confirmed': { ...asked, nth: 5, description: 'Sent together with payment.completed.' },
  'payment.forwarding': { ...asked, nth: 6, description: 'The payout to the merchant is planned.' },
  'payment.forwarded': { ...asked, nth: 7, description: 'The payout to the merchant is final.' },
}

/** The state of a payment at each of its events, and the state before. */
const stands: Readonly<Record<PaymentEventName, { readonly state: PaymentState; readonly before: PaymentState | null }>> = {
  'payment.created': { state: 'pending', before: null },
  'payment.pending': { state: 'detected', before: 'pending' },
  'payment.confirming': { state: 'detected', before: 'detected' },
  'payment.completed': { state: 'confirmed', before: 'detected' },
  'payment.confirmed': { state: 'confirmed', before: 'detected' },
  'payment.forwarding': { state: 'forwarding', before: 'confirmed' },
  'payment.forwarded': { state: 'forwarded', before: 'forwarding' },
  'payment.expired': { state: 'expired', before: 'pending' },
  'payment.failed': { state: 'failed', before: 'detected' },
  'payment.refunded': { state: 'expired', before: 'expired' },
  'payment.updated': { state: 'pending', before: 'pending' },
}

const SAMPLE_ID = '00000000-0000-4000-8000-000000000001'
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const PRICE = { digits: 60_000n, scale: 0 }
const [DUE, FEE, NETWORK] = [20_000n, 100n, 200n] as const
/** The example of BIP-173. */
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const [TX_ID, FORWARD_TX_ID] = ['11'.repeat(32), '22'.repeat(32)] as const

/** A payment as its events carry it: with the status before. */
const paymentSubject = {
  schemaOf: () => PaymentChangeView,
  events,
  sample: (type, { business, at }: SampleFor) => {
    const { state, before } = isPaymentEvent(type) ? stands[type] : stands['payment.created']
    return presentPaymentChange(samplePayment(state, { business, at, isReturned: type === 'payment.refunded' }), before)
  },
} as const satisfies Subject

const isPaymentEvent = (type: string): type is PaymentEventName => type in stands

interface Circumstances {
  readonly business: Business
  readonly at: Date
  readonly isReturned: boolean
}

function samplePayment(state: PaymentState, { business, at, isReturned }: Circumstances): PaymentFacts {
  const createdAt = new Date(at.getTime() - MINUTE_MS)
  const payment: Payment = {
    ...unpaid,
    ...(isReturned && returned),
    ...(hasBeen('detected', state) && { ...received, detectedAt: at }),
    ...(hasBeen('confirmed', state) && { ...shared, confirmedAt: at }),
    ...(hasBeen('forwarding', state) && sent),
    ...(hasBeen('forwarded', state) && { forwardedAt: at }),
    merchantId: business.merchantId,
    businessId: business.id,
    mode: business.mode,
    state,
    createdAt,
    updatedAt: at,
    expiresAt: new Date(createdAt.getTime() + business.paymentWindowSeconds * SECOND_MS),
  }
  return {
    payment,
    quote: { ...price, asOf: createdAt },
    confirmations: payment.includedHeight ?? 0,
    paymentUri: `bitcoin:${ADDRESS}?amount=0.0002`,
    qrText: `bitcoin:${ADDRESS}?amount=0.0002`,
    checkoutUrl: `https://pay.example/pay/${SAMPLE_ID}`,
    view: { height: 1, finalizedHeight: 1 },
    movements: NO_MOVEMENTS,
  }
}

/** Whether a payment at `state` has passed another state. A failed payment had been detected. */
const hasBeen = (past: PaymentState, state: PaymentState): boolean =>
  (state === 'failed' && past === 'detected') || way.indexOf(state) >= way.indexOf(past)

const way: readonly PaymentState[] = ['pending', 'detected', 'confirmed', 'forwarding', 'forwarded']
const received = { receivedUnits: DUE, txId: TX_ID } as const
const returned = { ...received, refundedUnits: DUE } as const
const shared = {
  includedHeight: 1,
  feeUnits: FEE,
  merchantUnits: DUE - FEE - NETWORK,
  networkFeeUnits: NETWORK,
  resolution: 'paid',
} as const
const sent = { forwardTxId: FORWARD_TX_ID, platformTxId: FORWARD_TX_ID } as const
const price = { id: SAMPLE_ID, asset: 'BTC', currency: 'USD', rate: PRICE, usdRate: PRICE, spreadBps: 0, sources: [] } as const

const unpaid = {
  id: SAMPLE_ID,
  asset: 'BTC',
  chain: 'BTC',
  address: ADDRESS,
  currency: 'USD',
  fiatMinor: 1_200n,
  usdCents: 1_200n,
  dueUnits: DUE,
  toleranceUnits: 0n,
  toleranceBps: 0,
  rulesId: SAMPLE_ID,
  quoteId: SAMPLE_ID,
  payoutTermsId: SAMPLE_ID,
  feeBps: 50,
  confirmationsRequired: 1,
  finalityRequired: false,
  returningUnits: 0n,
  exceptions: [],
  lateVerdict: null,
  lateQuoteId: null,
  acceptedAt: null,
  resolution: null,
  description: 'A sample',
  metadata: {},
  receivedUnits: 0n,
  refundedUnits: 0n,
  includedHeight: null,
  txId: null,
  forwardTxId: null,
  platformTxId: null,
  feeUnits: null,
  merchantUnits: null,
  networkFeeUnits: null,
  detectedAt: null,
  confirmedAt: null,
  forwardedAt: null,
  successUrl: null,
  cancelUrl: null,
} as const

/** What the lists of the interface know of payments. */
export const paymentsRoom = {
  subjects: { payment: paymentSubject },
  errors: {
    STREAMS_FULL: { status: 503, meaning: 'Too many event streams are open.', advice: 'Read the payment every five seconds instead.' },
    USAGE_LIMIT_EXCEEDED: {
      status: 429,
      meaning: 'The plan allows no more transactions this month; usage shows the numbers.',
      advice: 'Ask the operator for another plan. The count begins again on the first of the month, 00:00 UTC.',
    },
    WALLET_NOT_CONFIGURED: {
      status: 400,
      meaning: 'The business has no wallet for that chain.',
      advice: 'Set a wallet for the chain in `wallet_addresses` of the business.',
    },
  },
} as const satisfies ContractRoom
