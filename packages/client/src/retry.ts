import type { GatewayError } from './gateway-error.ts'

/** The state of a call after a failed attempt. */
export interface Attempt {
  readonly error: GatewayError
  /** Counts from 1. */
  readonly number: number
  /** True when a repetition has no second effect. */
  readonly isSafe: boolean
  /** Remaining time of the whole call. */
  readonly remainingMs: number
  /** How often the call may be repeated. */
  readonly maxRetries: number
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 4_000

/** Temporary failures. An exhausted quota, or an answer that is always the same, is none. */
const passing: readonly ((error: GatewayError) => boolean)[] = [
  ({ code }) => code === 'CONNECTION_FAILED',
  ({ status, code }) => status === 429 && code !== 'USAGE_LIMIT_EXCEEDED',
  ({ status, response }) => status === 503 && !isReplay(response),
  ({ code }) => code === 'IDEMPOTENCY_IN_FLIGHT',
]

/** The API returns this answer to every repetition under the same key. */
const isReplay = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && 'idempotent_replay' in response && response.idempotent_replay === true

/** Whether a failure is temporary, so that the same request may succeed later. */
const isPassing = (error: GatewayError): boolean => passing.some((matches) => matches(error))

/** More failures than a single call retries: a long wait can outlast them. */
export const mayPass = (error: GatewayError): boolean => isPassing(error) || error.code === 'TIMEOUT' || error.status >= 500

/**
 * Milliseconds until the next attempt; undefined after a permanent failure.
 * `Retry-After` is honoured. Without it the wait doubles, less a random half, so that clients that failed together do not return together.
 * A wait beyond the call's timeout is not started.
 * @param random - From 0 to 1.
 */
export function waitBeforeNext({ error, number, isSafe, remainingMs, maxRetries }: Attempt, random: number): number | undefined {
  if (!isSafe || number > maxRetries || !isPassing(error)) return undefined
  const backoffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (number - 1)) * (1 - random / 2)
  const waitMs = error.retryAfterMs ?? backoffMs
  return waitMs < remainingMs ? waitMs : undefined
}
