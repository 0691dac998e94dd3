import { setTimeout as pause } from 'node:timers/promises'

/** Long enough for the slowest machine: a test waits for a condition, and only the benchmark measures its speed. */
const WAIT_TIMEOUT_MS = 240_000
const FIRST_STEP_MS = 20
const LONGEST_STEP_MS = 250
const STEPS_AGAINST_WAITED = 10
const LONGEST_REST_MS = 1_000

/**
 * Waits until `read` returns a value, and returns it.
 * The polling interval grows with the wait and with the duration of a read, to leave the system time to work.
 * @throws {Error} naming `what`, when the condition is not met within four minutes.
 */
export async function eventually<T>(what: string, read: () => Promise<T | undefined | false | null>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const lookedAt = performance.now()
    const value = await read()
    if (value) return value
    const waitedMs = performance.now() - startedAt
    const lookMs = Math.min(LONGEST_REST_MS, performance.now() - lookedAt)
    if (waitedMs > WAIT_TIMEOUT_MS) throw new Error(`did not come true within ${WAIT_TIMEOUT_MS} ms: ${what}`)
    await pause(Math.max(lookMs, Math.min(LONGEST_STEP_MS, Math.max(FIRST_STEP_MS, waitedMs / STEPS_AGAINST_WAITED))))
  }
}
