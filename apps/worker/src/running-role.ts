import type { Worker } from '@temporalio/worker'
import { setTimeout as pause } from 'node:timers/promises'

/** A role at work: `run` ends when it has stopped, `stop` asks it to. */
export interface RunningRole {
  run(): Promise<void>
  stop(): void
}

/** A task worker as a role. */
export const asRole = (worker: Worker): RunningRole => ({ run: () => worker.run(), stop: () => worker.shutdown() })

/** Waits; less when the signal says that there is nothing to wait for any more. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => {})

/** Something that is done at once and then again, some milliseconds after it ended, until the role is asked to stop. It bears its own failures. */
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
