import type { Metadata } from './metadata.ts'

/** A payment page for one payment. */
export interface CheckoutSession {
  readonly id: string
  readonly object: 'checkout.session'
  readonly amount_subtotal: number
  readonly amount_total: number
  readonly cancel_url: string | null
  readonly client_reference_id: string | null
  readonly client_secret: null
  readonly created: number
  readonly currency: string
  readonly customer: null
  readonly customer_details: { readonly email: string | null; readonly name: string | null } | null
  readonly customer_email: string | null
  readonly expires_at: number
  readonly livemode: false
  readonly locale: string | null
  readonly metadata: Metadata
  readonly mode: 'payment'
  readonly payment_intent: string | null
  readonly payment_method_types: readonly string[]
  readonly payment_status: 'unpaid' | 'paid'
  readonly status: 'open' | 'complete' | 'expired'
  readonly submit_type: string | null
  readonly success_url: string | null
  readonly total_details: { readonly amount_discount: 0; readonly amount_shipping: 0; readonly amount_tax: 0 }
  readonly ui_mode: 'hosted_page'
  readonly url: string | null
}

/** One line of what is paid for. */
interface LineItem {
  readonly id: string
  readonly object: 'item'
  readonly amount_discount: 0
  readonly amount_subtotal: number
  readonly amount_tax: 0
  readonly amount_total: number
  readonly currency: string
  readonly description: string
  readonly quantity: number
}

/** What a session's payment intent will be; no member of the session itself. */
export interface SessionTerms {
  readonly lineItems: readonly LineItem[]
  readonly intent: {
    readonly application_fee_amount: number | null
    readonly description: string | null
    readonly metadata: Metadata
    readonly receipt_email: string | null
    readonly statement_descriptor: string | null
    readonly statement_descriptor_suffix: string | null
    readonly transfer_group: string | null
  }
}
