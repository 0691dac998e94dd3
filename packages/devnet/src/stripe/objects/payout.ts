import type { Metadata } from './metadata.ts'

/** Money on its way from a balance to the account's bank. */
export interface Payout {
  readonly id: string
  readonly object: 'payout'
  readonly amount: number
  readonly application_fee: null
  readonly application_fee_amount: null
  readonly arrival_date: number
  readonly automatic: boolean
  readonly balance_transaction: string
  readonly created: number
  readonly currency: string
  readonly description: string | null
  readonly destination: string | null
  readonly failure_balance_transaction: string | null
  readonly failure_code: string | null
  readonly failure_message: string | null
  readonly livemode: false
  readonly metadata: Metadata
  readonly method: 'standard'
  readonly original_payout: null
  readonly reconciliation_status: 'completed' | 'not_applicable'
  readonly reversed_by: null
  readonly source_type: 'card'
  readonly statement_descriptor: string | null
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  readonly type: 'bank_account'
}
