import type { Metadata } from './metadata.ts'

/** How a charge was paid. */
export interface PaymentMethodDetails {
  readonly type: 'card' | 'us_bank_account' | 'stripe_account'
  readonly card?: {
    readonly brand: string
    readonly country: string
    readonly exp_month: number
    readonly exp_year: number
    readonly funding: string
    readonly last4: string
    readonly network: string
    readonly three_d_secure: { readonly authentication_flow: string; readonly result: string } | null
  }
  readonly us_bank_account?: { readonly bank_name: string; readonly last4: string }
  readonly stripe_account?: Readonly<Record<string, never>>
}

/** One movement of money from a customer, or, at the destination of a transfer, from the platform. */
export interface Charge {
  readonly id: string
  readonly object: 'charge'
  readonly amount: number
  readonly amount_captured: number
  readonly amount_refunded: number
  readonly application: string | null
  readonly application_fee: string | null
  readonly application_fee_amount: number | null
  readonly balance_transaction: string | null
  readonly billing_details: {
    readonly address: null
    readonly email: string | null
    readonly name: string | null
    readonly phone: null
    readonly tax_id: null
  }
  readonly calculated_statement_descriptor: string | null
  readonly captured: boolean
  readonly created: number
  readonly currency: string
  readonly customer: null
  readonly description: string | null
  readonly disputed: boolean
  readonly failure_balance_transaction: string | null
  readonly failure_code: string | null
  readonly failure_message: string | null
  readonly fraud_details: Readonly<Record<string, never>>
  readonly livemode: false
  readonly metadata: Metadata
  readonly on_behalf_of: null
  readonly outcome: {
    readonly network_status: string
    readonly reason: string | null
    readonly risk_level: string
    readonly seller_message: string
    readonly type: string
  } | null
  readonly paid: boolean
  readonly payment_intent: string | null
  readonly payment_method: string | null
  readonly payment_method_details: PaymentMethodDetails
  readonly receipt_email: string | null
  readonly receipt_number: null
  readonly receipt_url: string | null
  readonly refunded: boolean
  readonly source_transfer: string | null
  readonly statement_descriptor: string | null
  readonly statement_descriptor_suffix: string | null
  readonly status: 'succeeded' | 'pending' | 'failed'
  readonly transfer_group: string | null
}
