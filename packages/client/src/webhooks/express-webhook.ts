import type { OnWebhook } from './fetch-webhook.ts'
import { readBody } from './read-body.ts'
import { verifyWebhook, type WebhookHeaders, type WebhookOptions, WebhookRefused } from './verify-webhook.ts'

/** The required part of a request of Express or of Node's own server. */
export interface IncomingWebhook extends AsyncIterable<Uint8Array> {
  readonly headers: WebhookHeaders
  /** The body read by `express.raw()` or `express.text()`; absent without a parser. */
  readonly body?: unknown
}

/** The required part of an answer. */
export interface OutgoingAnswer {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

/**
 * A handler for Express (`app.post('/hooks', expressWebhook({ secret }, onEvent))`), which also works with Node's own server.
 * It answers 200 after `onEvent`, 401 `{error}` to a delivery that is not genuine, 413 to an oversized body. It reads the body itself, or
 * uses the result of `express.raw()`; after `express.json()` the signed bytes are gone, and it fails.
 * An error of `onEvent` goes to `next`, if there is one, and is answered with 500 otherwise.
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
