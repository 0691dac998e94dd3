import type { Metadata } from './metadata.ts'

/** Why the last attempt to pay failed. */
export interface PaymentError {
  readonly type: 'card_error' | 'invalid_request_error'
  readonly code: string
  readonly decline_code?: string
  readonly message: string
  readonly charge?: string
}

/** An attempt to collect an amount, over one or more charges. */
export interface PaymentIntent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  readonly amount_capturable: number
  readonly amount_received: number
  readonly application: string | null
  readonly application_fee_amount: number | null
  readonly canceled_at: number | null
  readonly cancellation_reason: string | null
  readonly capture_method: 'automatic_async'
  readonly client_secret: string
  readonly confirmation_method: 'automatic'
  readonly created: number
  readonly currency: string
  readonly customer: null
  readonly description: string | null
  readonly last_payment_error: PaymentError | null
  readonly latest_charge: string | null
  readonly livemode: false
  readonly metadata: Metadata
  readonly next_action: {
    readonly type: 'redirect_to_url'
    readonly redirect_to_url: { readonly url: string; readonly return_url: string | null }
  } | null
  readonly on_behalf_of: null
  readonly payment_method: string | null
  readonly payment_method_types: readonly string[]
  readonly receipt_email: string | null
  readonly setup_future_usage: null
  readonly shipping: null
  readonly statement_descriptor: string | null
  readonly statement_descriptor_suffix: string | null
  readonly status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  readonly transfer_data: null
  readonly transfer_group: string | null
}
