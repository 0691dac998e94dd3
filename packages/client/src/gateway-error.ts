import type { ErrorBody } from './generated/types.ts'

/** Codes of the client itself, for a call without an answer or with one that is not the API's. */
export type ClientErrorCode = 'CONNECTION_FAILED' | 'TIMEOUT' | 'UNEXPECTED_ANSWER'

/** Why a call failed. */
export interface Failure {
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly code: string
  readonly message: string
  /** The parsed body of the answer, if there was one. */
  readonly response?: unknown
  readonly details?: ErrorBody['details'] | undefined
  readonly usage?: ErrorBody['usage'] | undefined
  readonly requestId?: string | undefined
  /** Milliseconds to wait before the next request, set by the API. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** A failed call: rejected by the API, or without an answer (`status` 0). Every failure except a signal's own reason is thrown as this. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number
  /** Error code of the API or the client. */
  readonly code: ErrorBody['code'] | ClientErrorCode | (string & {})
  /** The parsed body of the answer. */
  readonly response: unknown
  /** The rejected members, or facts to act on. */
  readonly details: ErrorBody['details'] | undefined
  /** With status 429: usage of the limit or the quota. */
  readonly usage: ErrorBody['usage'] | undefined
  /** Identifier of the request in the gateway's log. */
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause })
    this.status = failure.status
    this.code = failure.code
    this.response = failure.response
    this.details = failure.details
    this.usage = failure.usage
    this.requestId = failure.requestId
    this.retryAfterMs = failure.retryAfterMs
  }
}

/** Builds the error of an answer, also of one written by a proxy. */
export function refusalOf({ status, headers }: Pick<Response, 'status' | 'headers'>, text: string): GatewayError {
  const response = parsed(text)
  const known = { status, response, retryAfterMs: waitOf(headers.get('retry-after')) }
  if (isErrorBody(response)) {
    const { code, error: message, details, usage, request_id: requestId } = response
    return new GatewayError({ ...known, code, message, details, usage, requestId })
  }
  const requestId = headers.get('x-request-id') ?? undefined
  return new GatewayError({ ...known, code: 'UNEXPECTED_ANSWER', message: `answered with status ${status}`, requestId })
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' && 'code' in body
}
