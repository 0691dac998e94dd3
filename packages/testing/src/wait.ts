import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 20

/**
 * Waits until `read` gives something, and returns it.
 *
 * @throws {Error} naming `what`, when it has not come true within `withinMs`.
 */
export async function eventually<T>(what: string, read: () => Promise<T | undefined | false | null>, withinMs = 30_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const value = await read()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`did not come true within ${withinMs} ms: ${what}`)
    await pause(STEP_MS)
  }
}
