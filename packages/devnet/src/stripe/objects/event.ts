/** A change of an object, as it was then. `account` is there when the object belongs to a connected account. */
export interface ProcessorEvent {
  readonly id: string
  readonly object: 'event'
  readonly account?: string
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object; readonly previous_attributes?: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}
