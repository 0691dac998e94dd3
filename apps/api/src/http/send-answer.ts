import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { Log } from '@gateway/operations/kernel/context'
import type { ApiResponse } from './exchange.ts'
import { logRequest, type ServedRequest } from './log-request.ts'
import type { Answer } from './route.ts'

/** Default media type of an answer. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Headers of every answer. */
export const standardHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'Service-Version': INTERFACE_VERSION,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
})

/** Logs an answer and sends it; does nothing when one was sent. */
export type SendAnswer = (response: ApiResponse, answer: Answer) => void

/** Observers of an answer. */
interface Sender {
  readonly log: Log
  readonly observe: ((served: ServedRequest) => void) | undefined
  /** True while the server stops; an unnotified busy client would keep it from ending. */
  readonly isStopping: () => boolean
}

const MS = 1_000
const NOT_MODIFIED = 304

/** Sends without a body to HEAD, and to a client that has the content already. */
export const answerSender =
  ({ log, observe, isStopping }: Sender): SendAnswer =>
  (response, answer) => {
    if (response.headersSent) return
    const { requestId, reply, startedAt, route, operations } = response.locals
    const method = knownMethod(response.req.method)
    const served = { method, route, status: answer.status, seconds: (performance.now() - startedAt) / MS }
    observe?.(served)
    logRequest(log, { ...served, requestId, code: answer.code, operations: operations ?? [`${method} ${route}`] })
    response.writeHead(answer.status, {
      ...standardHeaders(requestId),
      'Content-Type': answer.type ?? JSON_TYPE,
      ...(!answer.stream && answer.status !== NOT_MODIFIED && { 'Content-Length': Buffer.byteLength(answer.body) }),
      ...reply.headers,
      ...answer.headers,
      ...(isStopping() && { Connection: 'close' }),
    })
    // A text is sent in one write with its headers.
    if (!answer.stream || method === 'HEAD') return void response.end(answer.body)
    // The headers are sent before the first event.
    response.flushHeaders()
    answer.stream(response)
  }

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
// Callers may send any method name.
const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other')
