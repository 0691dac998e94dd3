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
export function sampleCard(type: CardEventName, { id, business, at }: SampleFor): SampleCard {
  const owned = {
    id,
    paymentId: id,
    merchantId: business.merchantId,
    businessId: business.id,
    mode: business.mode,
    createdAt: at,
    updatedAt: at,
  }
  const isReleased = type === 'card_escrow_release'
  const { state, escrowState } = sampleStates[type]
  const refund: CardRefund = {
    ...owned,
    state: 'succeeded',
    amountMinor: AMOUNT,
    reason: 'A sample',
    processorRefundId: 're_sample',
    processorStatus: 'succeeded',
    failure: null,
  }
  const escrow: CardEscrow = {
    ...owned,
    state: escrowState,
    processorTransferId: isReleased ? 'tr_sample' : null,
    transferredMinor: isReleased ? AMOUNT - FEE : 0n,
    reversedMinor: 0n,
    releaseReason: null,
    releasedAt: isReleased ? at : null,
    refundAt: at,
    noticedAt: null,
  }
  const dispute: CardDispute = {
    ...owned,
    processorDisputeId: 'dp_sample',
    status: 'needs_response',
    processorStatus: 'needs_response',
    phase: 'open',
    reason: 'fraudulent',
    amountMinor: AMOUNT,
    currency: 'USD',
    evidenceDueAt: at,
    hasEvidence: false,
    submissions: 0,
    asOf: at,
  }
  const payment: CardPayment = {
    ...owned,
    state,
    amountMinor: AMOUNT,
    currency: 'USD',
    description: 'A sample',
    metadata: {},
    feeBps: 100,
    successUrl: null,
    cancelUrl: null,
    escrowId: id,
    processorAccountId: 'acct_sample',
    checkoutUrl: null,
    checkoutSessionId: 'cs_sample',
    paymentIntentId: 'pi_sample',
    chargeId: 'ch_sample',
    applicationFeeId: null,
    capturedMinor: AMOUNT,
    refundedMinor: type === 'card_refund' ? AMOUNT : 0n,
    pendingMinor: 0n,
    feeReturnedMinor: 0n,
    holdReason: null,
    capturedAt: at,
    expiresAt: at,
  }
  return { payment, escrowState, refund, escrow, dispute }
}

/** The states right after each event. */
const sampleStates = {
  card_payment_success: { state: 'succeeded', escrowState: 'funded' },
  card_refund: { state: 'refunded', escrowState: 'refunded' },
  card_escrow_release: { state: 'succeeded', escrowState: 'released' },
  card_dispute_created: { state: 'disputed', escrowState: 'disputed' },
} as const satisfies Record<CardEventName, Pick<CardPayment, 'state'> & { escrowState: CardEscrowState }>
