import type { CardEscrow, CardPayment } from '@gateway/domain/cards/card-payment'
import type { CardRefund } from '@gateway/domain/cards/card-refund'
import type { CardDispute } from '@gateway/domain/cards/dispute'
import type { CardEscrowState } from '@gateway/domain/cards/escrow-machine'
import type { CardEventName } from '@gateway/domain/cards/events'
import type { SampleFor } from '../wire/objects/subject.ts'

/** A card payment in escrow with everything that one of its events may show. */
export interface SampleCard {
  readonly payment: CardPayment
  readonly escrowState: CardEscrowState
  readonly refund: CardRefund
  readonly escrow: CardEscrow
  readonly dispute: CardDispute
}

const [AMOUNT, FEE] = [2_500n, 25n] as const

/** The sample of a webhook test, right after an event. */
export function sampleCard(type: CardEventName, sample: SampleFor): SampleCard {
  const { id, business, at } = sample
  const owned = {
    id,
    paymentId: id,
    merchantId: business.merchantId,
    businessId: business.id,
    mode: business.mode,
    createdAt: at,
    updatedAt: at,
  }
  const { state, escrowState } = sampleStates[type]
  const refund = { ...owned, ...succeeded, reason: 'A sample' }
  const dispute = { ...owned, ...opened, evidenceDueAt: at, asOf: at }
  const payment = {
    ...owned,
    ...charged,
    state,
    invoiceId: null,
    escrowId: id,
    refundedMinor: type === 'card_refund' ? AMOUNT : 0n,
    capturedAt: at,
    expiresAt: at,
  }
  const release = type === 'card_escrow_release' ? { ...released, releasedAt: at } : { ...unreleased, releasedAt: null }
  return { payment, escrowState, refund, dispute, escrow: { ...owned, ...release, state: escrowState, refundAt: at } }
}

const money = { amountMinor: AMOUNT, currency: 'USD' } as const
const terms = {
  description: 'A sample',
  metadata: {},
  feeBps: 100,
  successUrl: null,
  cancelUrl: null,
  customerEmail: null,
  language: null,
  processorAccountId: 'acct_sample',
} as const
const page = { checkoutUrl: null, checkoutSessionId: 'cs_sample', paymentIntentId: 'pi_sample' } as const
const undisputed = { withdrawnMinor: 0n, lostMinor: 0n } as const
const charge = {
  ...undisputed,
  chargeId: 'ch_sample',
  applicationFeeId: null,
  capturedMinor: AMOUNT,
  pendingMinor: 0n,
  feeReturnedMinor: 0n,
} as const
const charged = { ...money, ...terms, ...page, ...charge, holdReason: null } as const

const succeeded = {
  state: 'succeeded',
  amountMinor: AMOUNT,
  processorRefundId: 're_sample',
  processorStatus: 'succeeded',
  failure: null,
} as const
const needsResponse = { status: 'needs_response', processorStatus: 'needs_response', phase: 'open' } as const
const opened = {
  ...money,
  ...needsResponse,
  processorDisputeId: 'dp_sample',
  withdrawnMinor: 0n,
  reason: 'fraudulent',
  hasEvidence: false,
  submissions: 0,
} as const
const unreleased = { processorTransferId: null, transferredMinor: 0n, reversedMinor: 0n, releaseReason: null, noticedAt: null } as const
const released = { ...unreleased, processorTransferId: 'tr_sample', transferredMinor: AMOUNT - FEE } as const

/** The states right after each event. */
const sampleStates = {
  card_payment_success: { state: 'succeeded', escrowState: 'funded' },
  card_refund: { state: 'refunded', escrowState: 'refunded' },
  card_escrow_release: { state: 'succeeded', escrowState: 'released' },
  card_dispute_created: { state: 'disputed', escrowState: 'disputed' },
} as const satisfies Record<CardEventName, Pick<CardPayment, 'state'> & { escrowState: CardEscrowState }>
