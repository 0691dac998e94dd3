import { readBody } from './read-body.ts'
import { verifyWebhook, type WebhookOptions, WebhookRefused } from './verify-webhook.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** What a receiver does with an event. When it throws, the delivery counts as failed and comes again. */
export type OnWebhook = (event: WebhookEvent) => unknown

/**
 * A handler for servers that speak the Fetch API (`Request` in, `Response` out): 200 once `onEvent` is through, 401 `{error}` for what is
 * not genuine, 413 for what no gateway sends.
 *
 * What `onEvent` throws rises, for the server to answer 500 and to log it.
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
