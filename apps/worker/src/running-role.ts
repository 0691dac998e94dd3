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

/** The same, where somebody else does the work at the start: it begins with the wait. */
export function recurringLater(everyMs: number, work: () => Promise<unknown>): RunningRole {
  let isStart = true
  return recurring(everyMs, async () => {
    if (!isStart) await work()
    isStart = false
  })
}

const TRIES = 10
const RETRY_MS = 1_000

/**
 * Does what the start of a role needs of the database, and again where it fails: a process that loads all its roles at once may have no time to connect.
 *
 * @throws what the last try has thrown; the process ends then, and is started again.
 */
export async function tryAgain<Result>(work: () => Promise<Result>, everyMs: number = RETRY_MS): Promise<Result> {
  for (let left = TRIES - 1; left > 0; left--) {
    const tried = await work().then(
      (result) => ({ result }),
      () => undefined,
    )
    if (tried) return tried.result
    await pause(everyMs)
  }
  return work()
}
