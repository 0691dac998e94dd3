import type { GatewayError } from './gateway-error.ts'

/** What is known when an attempt has failed. */
export interface Attempt {
  readonly error: GatewayError
  /** Counts from 1. */
  readonly number: number
  /** Sending it again has no second effect. */
  readonly isSafe: boolean
  /** Of the time that the whole call may take. */
  readonly remainingMs: number
}

/** Attempts of one call, the first included. */
const MOST_ATTEMPTS = 4
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 4_000

/** Failures that pass by themselves. A quota that is used up, or an answer that is always the same, does not. */
const passing: readonly ((error: GatewayError) => boolean)[] = [
  ({ code }) => code === 'CONNECTION_FAILED',
  ({ status, code }) => status === 429 && code !== 'USAGE_LIMIT_EXCEEDED',
  ({ status, response }) => status === 503 && !isReplay(response),
  ({ code }) => code === 'IDEMPOTENCY_IN_FLIGHT',
]

/** The API gives this answer to every repetition under the same key. */
const isReplay = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && 'idempotent_replay' in response && response.idempotent_replay === true

/** Whether a failure passes by itself, so that the same request may succeed later. */
export const isPassing = (error: GatewayError): boolean => passing.some((matches) => matches(error))

/**
 * Milliseconds after which to send a request again; undefined when it has failed for good.
 *
 * `Retry-After` is kept to. Without it the wait doubles, and a random half of it is left out, so that clients that failed together do not
 * come back together. What would not fit into the call's time is not waited for.
 *
 * @param random - From 0 to 1.
 */
export function waitBeforeNext({ error, number, isSafe, remainingMs }: Attempt, random: number): number | undefined {
  if (!isSafe || number >= MOST_ATTEMPTS || !isPassing(error)) return undefined
  const backoffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (number - 1)) * (1 - random / 2)
  const waitMs = error.retryAfterMs ?? backoffMs
  return waitMs < remainingMs ? waitMs : undefined
}
