import type { Worker } from '@temporalio/worker'
import { setTimeout as pause } from 'node:timers/promises'

/** A running role: `run` resolves when it has stopped, `stop` requests it. */
export interface RunningRole {
  run(): Promise<void>
  stop(): void
}

/** A task worker as a role. */
export const asRole = (worker: Worker): RunningRole => ({ run: () => worker.run(), stop: () => worker.shutdown() })

/** Several roles as one. */
export const together = (roles: readonly RunningRole[]): RunningRole => ({
  run: async () => void (await Promise.all(roles.map((role) => role.run()))),
  stop: () => roles.forEach((role) => role.stop()),
})

/** Waits; less when the signal aborts. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => {})

/** Runs work at once and again some milliseconds after it ended, until the role is stopped. The work handles its own failures. */
export function recurring(everyMs: number, work: (signal: AbortSignal) => Promise<unknown>): RunningRole {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal)
      await rest(everyMs, stopping.signal)
    }
  }
  return { run, stop: () => stopping.abort() }
}
