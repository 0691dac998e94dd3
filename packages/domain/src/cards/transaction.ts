import type { BusinessId, Mode } from '../kernel/id.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { DisputePhase } from './dispute.ts'
import type { CardEscrowState } from './escrow-machine.ts'
import type { CardPaymentState } from './payment-machine.ts'

/** What moved money of a card payment. */
export const cardTransactionTypes = ['charge', 'refund', 'transfer', 'dispute'] as const

/** How far it is. */
export const cardTransactionStatuses = ['pending', 'succeeded', 'failed', 'won', 'lost'] as const
/** One of these. */
export type CardTransactionStatus = (typeof cardTransactionStatuses)[number]

/** One movement of a card payment's money. Its id is that of the payment, the refund, the escrow or the dispute that it is read from. */
export interface CardTransaction {
  readonly id: string
  readonly paymentId: string
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly type: (typeof cardTransactionTypes)[number]
  readonly status: CardTransactionStatus
  readonly amountMinor: bigint
  readonly currency: FiatCode
  readonly escrowId: string | null
  readonly escrowState: CardEscrowState | null
  readonly createdAt: Date
}

/** Status of the charge of a payment. */
export const chargeStatuses = {
  pending: 'pending',
  failed: 'failed',
  expired: 'failed',
  succeeded: 'succeeded',
  partially_refunded: 'succeeded',
  refunded: 'succeeded',
  disputed: 'succeeded',
} as const satisfies Record<CardPaymentState, CardTransactionStatus>

/** Status of a dispute among the transactions. An inquiry has moved nothing, and is none. */
export const disputeTransactionStatuses = { open: 'pending', won: 'won', lost: 'lost' } as const satisfies Record<
  Exclude<DisputePhase, 'quiet'>,
  CardTransactionStatus
>
