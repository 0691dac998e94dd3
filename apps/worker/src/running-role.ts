import type { Worker } from '@temporalio/worker'

/** A role at work: `run` ends when it has stopped, `stop` asks it to. */
export interface RunningRole {
  run(): Promise<void>
  stop(): void
}

/** A task worker as a role. */
export const asRole = (worker: Worker): RunningRole => ({ run: () => worker.run(), stop: () => worker.shutdown() })
