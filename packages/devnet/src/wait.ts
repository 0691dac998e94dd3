import { setTimeout as pause } from 'node:timers/promises'

/** How long and how often to look. */
export type Patience = { readonly timeoutMs?: number; readonly everyMs?: number }

/**
 * Looks again and again until the probe gives something other than undefined or false, and returns that.
 *
 * @param what - Completes the sentence "waited in vain for …".
 * @param probe - What it throws ends the waiting.
 * @throws {Error} when `timeoutMs` (default one minute) has passed.
 */
export async function waitFor<T>(what: string, probe: () => Promise<T | undefined | false>, patience: Patience = {}): Promise<T> {
  const { timeoutMs = 60_000, everyMs = 20 } = patience
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await probe()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`)
    await pause(everyMs)
  }
}
