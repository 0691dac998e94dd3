import type { CallResult } from '@gateway/domain/cards/purposes'

/** What is known of a failed call; nothing of it is a secret or a part of the sent data. */
interface CallProblem {
  /** HTTP status; null where no answer of the interface came. */
  readonly status: number | null
  /** The processor's code, such as `charge_already_refunded`. */
  readonly code: string | null
  /** Why a bank declined. */
  readonly declineCode: string | null
  /** The parameter that is to blame. */
  readonly param: string | null
  /** The processor's id of the request, for its support. */
  readonly requestId: string | null
}

/** How a failed call ended. */
export interface FailedCall extends CallProblem {
  readonly result: Exclude<CallResult, 'done'>
}

/** Refused for good: the processor has looked at the request, and nothing happened or ever will by this key. */
const REFUSED = new Set([400, 402, 404])

/** Not looked at: another call with the key is under way, there were too many, or our own key is wrong, which an operator repairs. */
const NOT_TRIED = new Set([401, 403, 409, 429])

/** Codes of a 403 that no operator repairs: the merchant's account is gone, or has taken its access back. */
const GONE = new Set(['account_invalid'])

/**
 * Reads the rejection of a call by status and code alone: the class of a Stripe error says little (a 409 is the class of a 500).
 *
 * Without a status (a broken connection, a time-out, an answer that is no JSON) and for every status of 5xx the outcome is unknown. So it is where one
 * key was sent with other parameters: what was sent first may have been done.
 */
export function outcomeOf(error: unknown): FailedCall {
  const problem = problemOf(error)
  return { ...problem, result: resultOf(problem, textOf(error, 'rawType')) }
}

function resultOf({ status, code }: CallProblem, rawType: string | null): FailedCall['result'] {
  if (status === null || rawType === 'idempotency_error') return status === 409 ? 'wait' : 'unknown'
  if (status === 403 && code !== null && GONE.has(code)) return 'refused'
  if (NOT_TRIED.has(status)) return 'wait'
  return REFUSED.has(status) ? 'refused' : 'unknown'
}

const problemOf = (error: unknown): CallProblem => ({
  status: statusOf(error),
  code: textOf(error, 'code'),
  declineCode: textOf(error, 'decline_code'),
  param: textOf(error, 'param'),
  requestId: textOf(error, 'requestId'),
})

function statusOf(error: unknown): number | null {
  const status = memberOf(error, 'statusCode')
  return typeof status === 'number' ? status : null
}

function textOf(error: unknown, name: string): string | null {
  const value = memberOf(error, name)
  return typeof value === 'string' && value !== '' ? value : null
}

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined
