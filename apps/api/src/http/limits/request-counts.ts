import type { Clock } from '@gateway/domain/kernel/clock'
import type { LetThrough } from '@gateway/db/kernel/rate-window/rate-window-queries'

/** Requests of the current minute by bucket: this process's own, and those known of the others. */
export interface RequestCounts {
  /** When the current minute began. */
  startedAt(): Date
  of(bucket: string): number
  /** Counts a request; -1 uncounts one. */
  add(bucket: string, requests: 1 | -1): void
  /** The counts not sent yet, with a function that takes the returned sums. */
  unsent(): {
    readonly startedAt: Date
    readonly added: readonly LetThrough[]
    readonly absorb: (sums: ReadonlyMap<string, number>) => void
  }
}

interface Count {
  known: number
  own: number
}

type Counts = Map<string, Count>

const WINDOW_MS = 60_000

/** Starts counting; counts are dropped at the end of their minute. */
export function createRequestCounts(clock: Clock): RequestCounts {
  let startedAt = 0
  let counts: Counts = new Map()

  function current(): Counts {
    const now = clock.now().getTime()
    const window = now - (now % WINDOW_MS)
    if (window !== startedAt) [startedAt, counts] = [window, new Map()]
    return counts
  }

  return {
    startedAt: () => (current(), new Date(startedAt)),
    of: (bucket) => sumOf(current().get(bucket)),
    add: (bucket, requests) => {
      const count = current().get(bucket) ?? { known: 0, own: 0 }
      count.own += requests
      if (sumOf(count) === 0) current().delete(bucket)
      else current().set(bucket, count)
    },
    unsent: () => {
      const own = current()
      const added = [...own].flatMap(([bucket, count]) => (count.own > 0 ? [{ bucket, count: count.own }] : []))
      return { startedAt: new Date(startedAt), added, absorb: (sums) => absorb(own, { added, sums }) }
    },
  }
}

const sumOf = (count: Count | undefined): number => (count ? count.known + count.own : 0)

/** Requests counted during the exchange remain to be sent. */
function absorb(counts: Counts, { added, sums }: { added: readonly LetThrough[]; sums: ReadonlyMap<string, number> }): void {
  for (const { bucket, count: told } of added) {
    const own = (counts.get(bucket)?.own ?? 0) - told
    counts.set(bucket, { known: sums.get(bucket) ?? told, own })
  }
}
