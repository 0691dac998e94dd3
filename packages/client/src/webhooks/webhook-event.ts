import type { Webhooks } from '../generated/types.ts'

/**
 * A delivered event; `type` decides the type of `data`.
 * `id` is the same in every repetition: store it and ignore repetitions. `sequence` counts the events of one object: ignore an event whose
 * number is not higher than the last one handled. `test` is present on webhook tests only.
 */
export type WebhookEvent = Webhooks['body']

/** Names of events. */
export type WebhookEventType = WebhookEvent['type']
