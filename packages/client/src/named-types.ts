import type { EscrowsGetResponse, Payment, SeriesGetResponse } from './generated/types.ts'
import type { WebhookEvent, WebhookEventType } from './webhooks/webhook-event.ts'

/** An escrow, as the API answers it. */
export type Escrow = EscrowsGetResponse['escrow']
/** A recurring series of escrows, as the API answers it. */
export type Series = SeriesGetResponse['series']
/** Where a payment is in its life. */
export type PaymentStatus = Payment['status']
/** Where an escrow is in its life. */
export type EscrowStatus = Escrow['status']
/** Where a series is in its life. */
export type SeriesStatus = Series['status']
/** The event of a name: `EventOf<'payment.completed'>`. */
export type EventOf<Name extends WebhookEventType> = Extract<WebhookEvent, { readonly type: Name }>
