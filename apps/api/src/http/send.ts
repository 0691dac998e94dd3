import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { ServerResponse } from 'node:http'
import type { Answer } from './route.ts'

/** Media type of every answer that says nothing else. */
export const JSON_TYPE = 'application/json; charset=utf-8'

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

/** An answer, and what its request and the connection say about sending it. */
interface Sending {
  readonly answer: Answer
  readonly requestId: string
  readonly isHead: boolean
  /**
   * Nothing more is taken on this connection, and it ends with this answer. Without being told, a busy client would keep a server that stops
   * from ending, and Node would answer a request too many with an empty 503.
   */
  readonly isLast: boolean
}

const NOT_MODIFIED = 304

/** Sends an answer whole; to HEAD, and to a client that has it, everything but its body. */
export function send(response: ServerResponse, { answer, requestId, isHead, isLast }: Sending): void {
  const isKnown = answer.status === NOT_MODIFIED
  const length = answer.stream || isKnown ? {} : { 'Content-Length': Buffer.byteLength(answer.body) }
  response.writeHead(answer.status, {
    ...standardHeaders(requestId),
    'Content-Type': answer.type ?? JSON_TYPE,
    ...length,
    ...answer.headers,
    ...(isLast && { Connection: 'close' }),
  })
  if (answer.stream && !isHead) return startStream(response, answer.stream)
  // A text leaves in one write with its headers.
  response.end(isHead || isKnown ? undefined : answer.body)
}

/** The headers leave before anything is known to follow them. */
function startStream(response: ServerResponse, stream: (response: ServerResponse) => void): void {
  response.flushHeaders()
  stream(response)
}
