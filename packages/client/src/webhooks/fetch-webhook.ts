import { readBody } from './read-body.ts'
import { verifyWebhook, type WebhookOptions, WebhookRefused } from './verify-webhook.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** The receiver's handler of an event. When it throws, the delivery counts as failed and is retried. */
export type OnWebhook = (event: WebhookEvent) => unknown

/**
 * A handler for servers with the Fetch API (`Request` in, `Response` out): 200 after `onEvent`, 401 `{error}` for a delivery that is not
 * genuine, 413 for an oversized body.
 * An error of `onEvent` is rethrown, for the server to answer 500 and to log it.
 */
export function fetchWebhook(options: WebhookOptions, onEvent: OnWebhook): (request: Request) => Promise<Response> {
  return async ({ body, headers }) => {
    const bytes = await readBody(body ?? [])
    if (bytes === undefined) return Response.json({ error: 'the body is too large' }, { status: 413 })
    try {
      await onEvent(await verifyWebhook({ body: bytes, headers }, options))
    } catch (error) {
      if (error instanceof WebhookRefused) return Response.json({ error: error.message }, { status: error.status })
      throw error
    }
    return Response.json({ received: true })
  }
}
