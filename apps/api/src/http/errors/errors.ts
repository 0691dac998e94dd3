import { TooManyAttempts } from '@gateway/domain/accounts/errors'
import { DomainError, type ErrorDetails, type ErrorKind, type FieldProblem } from '@gateway/domain/kernel/error'
import { RefusedBefore } from '@gateway/domain/kernel/repeat'
import { snakeCase } from '@gateway/contract/wire/names'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { isDatabaseTrouble } from './database-trouble.ts'

/** A refusal as sent: status, headers, and the body except the request id. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: ErrorDetails | undefined
  readonly usage?: unknown
  /** Seconds to wait, where the refusal knows them. */
  readonly retryAfterSeconds?: number | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** True for a stored answer of an earlier request with the same idempotency key. */
  readonly isReplay?: boolean
  /** True for an unforeseen error: it is logged, and the caller gets only the request id. */
  readonly isInternal?: boolean
}

/** A refusal by the transport itself, before any procedure ran. */
export class HttpRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = 'HttpRefusal'
    this.refusal = refusal
  }
}

/** Headers of a replayed answer. */
export const REPLAYED = { 'Idempotent-Replayed': 'true' } as const

const RETRY_SECONDS = '5'
/** Codes of 409 while another request is being worked on. */
export const inFlightCodes: ReadonlySet<string> = new Set(['IDEMPOTENCY_IN_FLIGHT', 'CONCURRENT_UPDATE'])
const IN_FLIGHT_SECONDS = '1'
const statusByKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  mismatch: 422,
  rate_limited: 429,
  unsupported: 501,
  failed_elsewhere: 502,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>

const headersByStatus: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  503: { 'Retry-After': RETRY_SECONDS },
}

/** The answer of an unmatched path. */
export const notFound: Refusal = { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address' }
const badAddress: Refusal = { status: 400, code: 'VALIDATION_ERROR', message: 'The address is not percent-encoded properly' }
const internal: Refusal = {
  status: 500,
  code: 'INTERNAL',
  message: 'Something went wrong on our side; tell us the request id',
  isInternal: true,
}
/** The code of an answer while Postgres cannot serve. */
export const DATABASE_BUSY = 'DATABASE_BUSY'
const busy: Refusal = { status: 503, code: DATABASE_BUSY, message: 'The service cannot reach its records at the moment; try again' }

/**
 * Maps an error to its answer, for both transports.
 * Known refusals keep their message. Everything else becomes one fixed sentence, because its message may reveal internals.
 */
export function refusalOf(error: unknown, now: Date): Refusal {
  const refusal = findNamedRefusal(error) ?? (isDatabaseTrouble(error) ? busy : internal)
  const retryAfter = retryAfterOf(refusal, now)
  return { ...refusal, headers: { ...headersByStatus[refusal.status], ...retryAfter, ...refusal.headers } }
}

function retryAfterOf({ code, retryAfterSeconds }: Refusal, now: Date): Readonly<Record<string, string>> {
  if (retryAfterSeconds !== undefined) return { 'Retry-After': String(retryAfterSeconds) }
  if (code === 'USAGE_LIMIT_EXCEEDED') return { 'Retry-After': String(secondsToNextMonth(now)) }
  return inFlightCodes.has(code) ? { 'Retry-After': IN_FLIGHT_SECONDS } : {}
}

/** The body of an error answer. Members without a value are omitted. */
export function presentRefusal(refusal: Refusal, requestId: string) {
  const { message, code, details, usage, isReplay } = refusal
  const replay = isReplay ? { idempotent_replay: true as const } : {}
  return { success: false as const, error: message, code, details, usage, request_id: requestId, ...replay }
}

function findNamedRefusal(error: unknown): Refusal | undefined {
  if (error instanceof HttpRefusal) return error.refusal
  if (error instanceof DomainError) return refusalOfDomain(error)
  // Express reports an undecodable path segment this way.
  if (error instanceof URIError && 'status' in error) return badAddress
  return error instanceof TRPCError ? findWrappedRefusal(error) : undefined
}

/** A failed schema is the caller's error only for the input; an answer that fails its schema is internal. */
function findWrappedRefusal({ code, cause }: TRPCError): Refusal | undefined {
  if (cause instanceof HttpRefusal || cause instanceof DomainError) return findNamedRefusal(cause)
  if (code === 'BAD_REQUEST' && cause instanceof z.core.$ZodError) return refusalOfInput(cause.issues)
  return rpcRefusals[code]
}

const refusalOfDomain = (error: DomainError): Refusal => ({
  status: statusByKind[error.kind],
  code: error.code,
  message: error.message,
  details: error.details,
  usage: 'usage' in error ? error.usage : undefined,
  retryAfterSeconds: error instanceof TooManyAttempts ? error.retryAfterSeconds : undefined,
  ...(error instanceof RefusedBefore && { isReplay: true, headers: REPLAYED }),
})

/** Errors of the RPC transport itself; procedures throw domain errors. */
const rpcRefusals: Readonly<Partial<Record<TRPCError['code'], Refusal>>> = {
  NOT_FOUND: notFound,
  PARSE_ERROR: { status: 400, code: 'INVALID_JSON', message: 'The body is not valid JSON' },
  BAD_REQUEST: { status: 400, code: 'VALIDATION_ERROR', message: 'The request is not valid' },
  METHOD_NOT_SUPPORTED: { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'The method does not fit the procedure' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the body as application/json' },
  PAYLOAD_TOO_LARGE: { status: 413, code: 'BODY_TOO_LARGE', message: 'The body is larger than 64 KiB' },
}

function refusalOfInput(issues: readonly z.core.$ZodIssue[]): Refusal {
  const details = issues.map(problemOf)
  const message = details.map((problem) => `${problem.field} ${problem.message}`).join('; ')
  return { status: 400, code: codeOf(issues[0]), message, details }
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const field = issue.path.map((part) => snakeCase(String(part))).join('.')
  return { field: field || 'body', message: issue.message }
}

function codeOf(issue: z.core.$ZodIssue | undefined): string {
  const code: unknown = issue?.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' ? code : 'VALIDATION_ERROR'
}

const MS = 1000

function secondsToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  return Math.ceil((next - now.getTime()) / MS)
}
