import type { Metadata } from './metadata.ts'

/** Money moved from the platform to a connected account. Its reversals are listed when it is shown. */
export interface Transfer {
  readonly id: string
  readonly object: 'transfer'
  readonly amount: number
  readonly amount_reversed: number
  readonly balance_transaction: string
  readonly created: number
  readonly currency: string
  readonly description: string | null
  readonly destination: string
  readonly destination_payment: string
  readonly livemode: false
  readonly metadata: Metadata
  readonly reversed: boolean
  readonly source_transaction: string | null
  readonly source_type: 'card'
  readonly transfer_group: string
}

/** A part of a transfer that came back. */
export interface TransferReversal {
  readonly id: string
  readonly object: 'transfer_reversal'
  readonly amount: number
  readonly balance_transaction: string
  readonly created: number
  readonly currency: string
  readonly destination_payment_refund: string
  readonly metadata: Metadata
  readonly source_refund: string | null
  readonly transfer: string
}
