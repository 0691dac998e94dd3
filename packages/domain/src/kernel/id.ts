/** Identifier of a merchant account (UUID, lower case). */
export type MerchantId = string & { readonly __noun?: 'merchant' }
/** Identifier of a business, the tenant of payments and webhooks (UUID, lower case). */
export type BusinessId = string & { readonly __noun?: 'business' }
/** Identifier of a payment (UUID, lower case); also the CREATE2 salt of its EVM deposit address. */
export type PaymentId = string & { readonly __noun?: 'payment' }
/** Identifier of a spend intent (UUID, lower case). */
export type IntentId = string & { readonly __noun?: 'intent' }
/** Identifier of an event (`evt_…`), the deduplication key of webhook receivers. */
export type EventId = `evt_${string}`

/** Objects of live keys and of test keys are separate. */
export type Mode = 'live' | 'test'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for a UUID in lower case, the one spelling of the gateway's identifiers. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)
