/** The client of a payment gateway. */
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export { type ClientErrorCode, GatewayError } from './gateway-error.ts'
export type { Calls } from './generated/calls.ts'
export type * from './generated/types.ts'
export type { EscrowStatus, EventOf, InvoiceStatus, PaymentStatus, SeriesStatus } from './named-types.ts'
export type { CallOptions, ListCall } from './operation.ts'
export type { EscrowWaitOptions } from './wait-for-escrow.ts'
export type { WaitOptions } from './wait-for-payment.ts'
