import { setTimeout as pause } from 'node:timers/promises'

/** As long as the slowest machine may need: a test waits for something to become true, and how fast that is, only the bench says. */
const PATIENCE_MS = 240_000
const FIRST_STEP_MS = 20
const LONGEST_STEP_MS = 250
const STEPS_AGAINST_WAITED = 10

/**
 * Waits until `read` gives something, and returns it.
 *
 * Looks less often the longer it has waited, because whoever is asked has work to do.
 *
 * @throws {Error} naming `what`, when it has not come true within four minutes.
 */
export async function eventually<T>(what: string, read: () => Promise<T | undefined | false | null>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (value) return value
    const waitedMs = performance.now() - startedAt
    if (waitedMs > PATIENCE_MS) throw new Error(`did not come true within ${PATIENCE_MS} ms: ${what}`)
    await pause(Math.min(LONGEST_STEP_MS, Math.max(FIRST_STEP_MS, waitedMs / STEPS_AGAINST_WAITED)))
  }
}
