import type { OnWebhook } from './fetch-webhook.ts'
import { readBody } from './read-body.ts'
import { verifyWebhook, type WebhookHeaders, type WebhookOptions, WebhookRefused } from './verify-webhook.ts'

/** As much of a request as is needed of Express, or of Node's own server. */
export interface IncomingWebhook extends AsyncIterable<Uint8Array> {
  readonly headers: WebhookHeaders
  /** What `express.raw()` or `express.text()` has read; nothing when no parser came first. */
  readonly body?: unknown
}

/** As much of an answer as is needed. */
export interface OutgoingAnswer {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

/**
 * A handler for Express (`app.post('/hooks', expressWebhook({ secret }, onEvent))`), which also fits Node's own server.
 *
 * It answers 200 once `onEvent` is through, 401 `{error}` for what is not genuine, 413 for what no gateway sends. It reads the body itself, or
 * takes what `express.raw()` has read; after `express.json()` the bytes that were signed are gone, and it complains.
 *
 * What `onEvent` throws goes to `next`, where there is one, and is answered with 500 otherwise.
 */
export function expressWebhook(
  options: WebhookOptions,
  onEvent: OnWebhook,
): (request: IncomingWebhook, response: OutgoingAnswer, next?: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const body = await rawBody(request)
      if (body === undefined) return answer(response, { status: 413, body: { error: 'the body is too large' } })
      await onEvent(await verifyWebhook({ body, headers: request.headers }, options))
      answer(response, { status: 200, body: { received: true } })
    } catch (error) {
      if (error instanceof WebhookRefused) return answer(response, { status: error.status, body: { error: error.message } })
      if (next) return next(error)
      answer(response, { status: 500, body: { error: 'the event could not be handled' } })
    }
  }
}

async function rawBody(request: IncomingWebhook): Promise<string | Uint8Array | undefined> {
  const { body } = request
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body === undefined) return readBody(request)
  throw new TypeError('the body was parsed before its signature was checked: put this handler before express.json(), or use express.raw()')
}

function answer(response: OutgoingAnswer, { status, body }: { status: number; body: object }): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
