import { SignInBusy } from '@gateway/domain/accounts/errors'

/** How many pieces of work may run and wait at a time. */
export interface ConcurrencyRoom {
  readonly atOnce: number
  readonly waiting: number
}

/** Runs work now or when its turn comes, first come first served. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A gate that bounds the memory and cores that expensive work can take, however many ask.
 *
 * @throws {SignInBusy} from the gate, when as many are waiting already as may wait.
 */
export function createConcurrencyLimit({ atOnce, waiting }: ConcurrencyRoom): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) return void (running += 1)
    if (queue.length >= waiting) throw new SignInBusy()
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** The next in line takes over the place, so that nobody who comes later can slip in between. */
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
