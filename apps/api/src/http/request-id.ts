import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/
/** Hexadecimal digits of a new id. */
const DIGITS = 24

/** The caller's own request id when valid, else a new one; it is in every answer, every error and every log line. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : newRequestId()
}

/** A new request id. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '').slice(0, DIGITS)}`
