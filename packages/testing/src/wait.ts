import { setTimeout as pause } from 'node:timers/promises'

/** Long enough for the slowest machine: a test waits for a condition, and only the benchmark measures its speed. */
const WAIT_TIMEOUT_MS = 240_000
const FIRST_STEP_MS = 20
const LONGEST_STEP_MS = 250
const STEPS_AGAINST_WAITED = 10

/**
 * Waits until `read` returns a value, and returns it.
 * The polling interval grows with the wait, to leave the system time to work.
 * @throws {Error} naming `what`, when the condition is not met within four minutes.
 */
export async function eventually<T>(what: string, read: () => Promise<T | undefined | false | null>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (value) return value
    const waitedMs = performance.now() - startedAt
    if (waitedMs > WAIT_TIMEOUT_MS) throw new Error(`did not come true within ${WAIT_TIMEOUT_MS} ms: ${what}`)
    await pause(Math.min(LONGEST_STEP_MS, Math.max(FIRST_STEP_MS, waitedMs / STEPS_AGAINST_WAITED)))
  }
}
