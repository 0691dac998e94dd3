import type { Running } from '@gateway/devnet/processes/running'
import { eventually } from '@gateway/testing/wait'
import { setTimeout as pause } from 'node:timers/promises'
import type { Journal } from './journal.ts'

/** A process that is restarted whenever it ends. */
export interface Kept {
  /** Its id while it runs. */
  pid(): number | undefined
  /** Kills it and restarts it after the given time. */
  kill(downMs: number): Promise<void>
  stop(): Promise<void>
}

/** Its start function and name. */
export interface Keeping<T extends Running> {
  readonly name: string
  readonly start: () => Promise<T>
  readonly journal: Journal
}

const RESTART_MS = 1_000

/** Starts a process and keeps it running; `first` is the result of the first start. */
export async function keep<T extends Running>({ name, start, journal }: Keeping<T>): Promise<Kept & { readonly first: T }> {
  const first = await start()
  let running: Running | undefined = first
  let downMs = RESTART_MS
  let stopping = false
  const recordFailure = (error: unknown): undefined => {
    journal.note('start failed', { name, problem: String(error) })
    return undefined
  }
  const watch = async (): Promise<void> => {
    while (!stopping) {
      await running?.exited
      running = undefined
      await pause(downMs)
      downMs = RESTART_MS
      while (!stopping && !running) running = await start().catch(recordFailure)
    }
  }
  const watching = watch()
  return {
    first,
    pid: () => running?.pid,
    kill: async (nextDownMs) => {
      downMs = nextDownMs
      await killOnce(name, () => running?.pid)
    },
    stop: async () => {
      stopping = true
      await running?.stop()
      await watching
      await running?.stop()
    },
  }
}

/** Kills a process that runs now or soon. @throws {Error} when it does not start. */
export async function killOnce(name: string, pid: () => number | undefined): Promise<void> {
  await eventually(`${name} to be there to be killed`, async () => signal(pid(), 'SIGKILL'))
}

/** Sends a signal; false without such a process. */
export function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  if (pid === undefined || pid === 0) return false
  try {
    return process.kill(pid, name)
  } catch {
    return false // It has just ended.
  }
}
