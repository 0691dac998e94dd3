const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before the second and each later attempt; ten attempts in about 75.6 hours. */
export const retryDelaysMs = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR] as const

const JITTER = 0.1
const LONGEST_RETRY_AFTER_MS = 24 * HOUR
/** How long an event is readable and deliverable; afterwards it is only a record. */
export const keptMs = 30 * 24 * HOUR

/** The receiver's answer to an attempt. */
export interface AttemptOutcome {
  /** Null without an answer. */
  readonly statusCode: number | null
  /** Only honoured on 429 and 503. */
  readonly retryAfterMs?: number | undefined
  /** Age of the event, where that may end its delivery. */
  readonly ageMs?: number | undefined
}

/** The next step of a delivery after an attempt; `disable` also switches the endpoint off. */
export type AfterAttempt =
  | { readonly input: 'accept' }
  | { readonly input: 'retry'; readonly delayMs: number }
  | { readonly input: 'exhaust'; readonly disable: boolean }

/**
 * Decides after attempt number `attempt` (1 is the first).
 * @param chance - uniform in [0, 1): spreads retries by ± 10 % so that receivers are not hit in waves.
 */
export function afterAttempt(attempt: number, outcome: AttemptOutcome, chance: number): AfterAttempt {
  const { statusCode, ageMs = 0 } = outcome
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { input: 'accept' }
  if (statusCode === 410) return { input: 'exhaust', disable: true }
  const scheduled = retryDelaysMs[attempt - 1]
  if (scheduled === undefined) return { input: 'exhaust', disable: false }
  const jittered = Math.round(scheduled * (1 - JITTER + 2 * JITTER * chance))
  const delayMs = Math.max(jittered, askedMs(outcome))
  return ageMs + delayMs < keptMs ? { input: 'retry', delayMs } : { input: 'exhaust', disable: false }
}

const askedMs = ({ statusCode, retryAfterMs = 0 }: AttemptOutcome): number =>
  statusCode === 429 || statusCode === 503 ? Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS) : 0
