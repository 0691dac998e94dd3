import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { ServerResponse } from 'node:http'
import type { Answer } from './route.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Headers of every answer, whatever it is. */
export const standardHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'Service-Version': INTERFACE_VERSION,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
})

/** Sends an answer whole; to HEAD everything but its body. */
export function send(
  response: ServerResponse,
  { answer, requestId, isHead }: { answer: Answer; requestId: string; isHead: boolean },
): void {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  response.writeHead(answer.status, {
    ...standardHeaders(requestId),
    'Content-Type': answer.type ?? JSON_TYPE,
    'Content-Length': body.length,
    ...answer.headers,
  })
  response.end(isHead ? undefined : body)
}
