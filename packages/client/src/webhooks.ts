/** Tools for receivers of webhooks. */
export { expressWebhook } from './webhooks/express-webhook.ts'
export { fetchWebhook, type OnWebhook } from './webhooks/fetch-webhook.ts'
export { verifyWebhook, type WebhookHeaders, type WebhookOptions, WebhookRefused, type WebhookRequest } from './webhooks/verify-webhook.ts'
export type { WebhookEvent, WebhookEventType } from './webhooks/webhook-event.ts'
