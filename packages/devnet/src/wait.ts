import { setTimeout as pause } from 'node:timers/promises'

/** Timeout and polling interval. */
export type Patience = { readonly timeoutMs?: number; readonly everyMs?: number }

/**
 * Polls until the probe returns something other than undefined or false, and returns that.
 * @param what - Completes the sentence "waited in vain for …".
 * @param probe - An error of it ends the wait.
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
