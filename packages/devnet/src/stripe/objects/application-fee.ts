import type { Metadata } from './metadata.ts'

/** The platform's share of a direct charge. Its refunds are listed when it is shown. */
export interface ApplicationFee {
  readonly id: string
  readonly object: 'application_fee'
  readonly account: string
  readonly amount: number
  readonly amount_refunded: number
  readonly application: string
  readonly balance_transaction: string
  readonly charge: string
  readonly created: number
  readonly currency: string
  readonly fee_source: { readonly type: 'charge'; readonly charge: string }
  readonly livemode: false
  readonly originating_transaction: string | null
  readonly refunded: boolean
}

/** A part of an application fee that went back to the connected account. */
export interface FeeRefund {
  readonly id: string
  readonly object: 'fee_refund'
  readonly amount: number
  readonly balance_transaction: string
  readonly created: number
  readonly currency: string
  readonly fee: string
  readonly metadata: Metadata
}
