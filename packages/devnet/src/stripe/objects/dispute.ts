import type { BalanceTransaction } from './balance-transaction.ts'
import type { Metadata } from './metadata.ts'

/** The states of a dispute; `warning_*` is an inquiry, which moves no money. */
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'prevented'
  | 'appeal_needs_response'
  | 'appeal_under_review'

/** A customer's objection to a charge, raised with the bank. */
export interface Dispute {
  readonly id: string
  readonly object: 'dispute'
  readonly amount: number
  readonly balance_transactions: readonly BalanceTransaction[]
  readonly charge: string
  readonly created: number
  readonly currency: string
  readonly enhanced_eligibility_types: readonly string[]
  readonly evidence: Readonly<Record<string, string | undefined>>
  readonly evidence_details: {
    readonly due_by: number | null
    readonly enhanced_eligibility: Readonly<Record<string, never>>
    readonly has_evidence: boolean
    readonly past_due: boolean
    readonly submission_count: number
    readonly submission_method: string
  }
  readonly intended_submission_method: 'manual' | null
  readonly is_charge_refundable: boolean
  readonly livemode: false
  readonly metadata: Metadata
  readonly network_reason_code: string | null
  readonly payment_intent: string | null
  readonly payment_method_details: {
    readonly type: 'card'
    readonly card: { readonly brand: string; readonly case_type: string; readonly network_reason_code: string }
  }
  readonly reason: string
  readonly status: DisputeStatus
}
