import type { Metadata } from './metadata.ts'

/** The states of a refund. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Money on its way back to a customer. */
export interface Refund {
  readonly id: string
  readonly object: 'refund'
  readonly amount: number
  readonly balance_transaction: string | null
  readonly charge: string
  readonly created: number
  readonly currency: string
  readonly destination_details: {
    readonly type: string
    readonly card: { readonly type: 'refund'; readonly reference_status: string; readonly reference_type: string }
  }
  readonly failure_balance_transaction?: string
  readonly failure_reason?: string
  readonly metadata: Metadata
  readonly payment_intent: string | null
  readonly pending_reason?: 'processing'
  readonly reason: string | null
  readonly receipt_number: null
  readonly source_transfer_reversal: string | null
  readonly status: RefundStatus
  readonly transfer_reversal: string | null
}
