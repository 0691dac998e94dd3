/** A part of the fee of a balance transaction. */
export interface FeeDetail {
  readonly amount: number
  readonly application: string | null
  readonly currency: string
  readonly description: string
  readonly type: 'application_fee' | 'stripe_fee'
}

/** Why a balance moved. */
export type BalanceTransactionType =
  | 'adjustment'
  | 'application_fee'
  | 'application_fee_refund'
  | 'charge'
  | 'payment'
  | 'payment_refund'
  | 'payout'
  | 'payout_failure'
  | 'refund'
  | 'refund_failure'
  | 'transfer'
  | 'transfer_refund'

/** One movement of an account's balance, in the smallest unit of its currency: `net` is amount less fee. */
export interface BalanceTransaction {
  readonly id: string
  readonly object: 'balance_transaction'
  readonly amount: number
  readonly available_on: number
  readonly balance_type: 'payments'
  readonly created: number
  readonly currency: string
  readonly description: string | null
  readonly exchange_rate: null
  readonly fee: number
  readonly fee_details: readonly FeeDetail[]
  readonly net: number
  readonly reporting_category: string
  readonly source: string
  readonly status: 'available' | 'pending'
  readonly type: BalanceTransactionType
}
