import type { Webhooks } from '../generated/types.ts'

/**
 * An event as it is delivered; `type` tells which, and with it what `data` is.
 *
 * `id` is the same in every repetition: remember it, and do nothing the second time. `sequence` counts the events of one object: what is not
 * higher than the last one handled for that object is old news. `test` is there on test deliveries only.
 */
export type WebhookEvent = Webhooks['body']

/** Names of events. */
export type WebhookEventType = WebhookEvent['type']
