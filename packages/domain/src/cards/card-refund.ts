import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a refund to a card. It reserves its amount from its first moment until it fails or is canceled, and it can still fail after it
 * succeeded, when the bank returns the money.
 */
export const cardRefundMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: {
      ask: { to: 'requires_action' },
      succeed: { to: 'succeeded' },
      fail: { to: 'failed' },
      cancel: { to: 'canceled' },
    },
    requires_action: {
      wait: { to: 'pending' },
      succeed: { to: 'succeeded' },
      fail: { to: 'failed' },
      cancel: { to: 'canceled' },
    },
    succeeded: { fail: { to: 'failed' } },
    failed: {},
    canceled: {},
  },
})

/** State of a refund, as the processor spells it. */
export type CardRefundState = StateOf<typeof cardRefundMachine>
/** Input of a refund. */
export type CardRefundInput = InputOf<typeof cardRefundMachine>

/** A refund of a card payment. */
export interface CardRefund {
  readonly id: string
  readonly paymentId: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly state: CardRefundState
  readonly amountMinor: bigint
  readonly reason: string | null
  /** The refund at the processor; null until it has answered. */
  readonly processorRefundId: string | null
  /** The status as the processor spelled it last, known to us or not; null until it has answered. */
  readonly processorStatus: string | null
  /** Why it failed, as the processor spells it. */
  readonly failure: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Status of a refund in answers. */
export const shownRefundStatuses = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const satisfies Record<CardRefundState, string>

/** What a refund does to the sums of its payment in each state. */
export const refundSums = {
  pending: 'pendingMinor',
  requires_action: 'pendingMinor',
  succeeded: 'refundedMinor',
  failed: null,
  canceled: null,
} as const satisfies Record<CardRefundState, string | null>
