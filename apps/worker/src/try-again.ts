import { setTimeout as pause } from 'node:timers/promises'

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
