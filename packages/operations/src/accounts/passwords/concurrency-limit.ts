import { SignInBusy } from '@gateway/domain/accounts/errors'

/** How many tasks may run and how many may wait at a time. */
export interface ConcurrencyRoom {
  readonly atOnce: number
  readonly waiting: number
}

/** Runs a task now or when a slot is free, first come first served. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A concurrency limit that bounds the memory and cores of expensive work.
 *
 * @throws {SignInBusy} from the gate, when its queue is full.
 */
export function createConcurrencyLimit({ atOnce, waiting }: ConcurrencyRoom): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) return void (running += 1)
    if (queue.length >= waiting) throw new SignInBusy()
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Hands the slot to the next in the queue, so that no later caller overtakes it. */
  function leave(): void {
    const next = queue.shift()
    if (next) return next()
    running -= 1
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
