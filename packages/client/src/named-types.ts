import type { Escrow, Invoice, Payment, Series } from './generated/types.ts'
import type { WebhookEvent, WebhookEventType } from './webhooks/webhook-event.ts'

/** Where a payment is in its life. */
export type PaymentStatus = Payment['status']
/** Where an escrow is in its life. */
export type EscrowStatus = Escrow['status']
/** Where an invoice is in its life. */
export type InvoiceStatus = Invoice['status']
/** Where a series is in its life. */
export type SeriesStatus = Series['status']
/** The event of a name: `EventOf<'payment.completed'>`. */
export type EventOf<Name extends WebhookEventType> = Extract<WebhookEvent, { readonly type: Name }>
