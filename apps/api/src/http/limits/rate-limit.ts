import { addToWindows } from '@gateway/db/kernel/rate-window-queries'
import type { ApiContext } from '@gateway/operations/kernel/context'
import type { LimitName, Limits } from './limits.ts'
import { createRequestCounts } from './request-counts.ts'

/** Whose requests are counted, and against which limit. */
export interface Bucket {
  readonly limit: LimitName | 'merchant'
  /** A credential, a merchant or an address, and the object where each has a limit of its own. */
  readonly subject: string
}

/** How a bucket stands after a request was counted, or refused. */
export interface Allowance {
  readonly limit: Bucket['limit']
  readonly quota: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly resetAt: Date
  readonly isRefused: boolean
}

/** Counts requests of the current minute. */
export interface Limiter {
  take(bucket: Bucket): Allowance
  /** Makes a request uncounted: it turned out to belong to another bucket. */
  giveBack(bucket: Bucket): void
  /** Tells the other processes what this one has let through, and learns what they have. */
  sync(): Promise<void>
  close(): void
}

const MS = 1_000
const WINDOW_MS = 60_000
const SYNC_MS = 1_000
const CREDENTIALS_PER_MERCHANT = 2

/**
 * Limits requests by the minute: at once within a process, and among processes from one second to the next.
 *
 * One statement a second carries the counts of all buckets, so a request costs no query. While the database is away each process limits by
 * what it knows.
 */
export function createLimiter({ orm, clock, log }: Pick<ApiContext, 'orm' | 'clock' | 'log'>, limits: Limits): Limiter {
  const counts = createRequestCounts(clock)

  function take(bucket: Bucket): Allowance {
    const [name, quota] = [nameOf(bucket), quotaOf(limits, bucket)]
    const isRefused = counts.of(name) >= quota
    if (!isRefused) counts.add(name, 1)
    const resetAt = new Date(counts.startedAt().getTime() + WINDOW_MS)
    const resetSeconds = Math.ceil((resetAt.getTime() - clock.now().getTime()) / MS)
    return { limit: bucket.limit, quota, remaining: Math.max(0, quota - counts.of(name)), resetSeconds, resetAt, isRefused }
  }

  async function sync(): Promise<void> {
    const { startedAt, added, absorb } = counts.unsent()
    if (added.length === 0) return
    absorb(await addToWindows(orm.em.fork(), { startedAt, added }))
  }

  const stop = beat(sync, () => log.warn({}, 'limits are kept by each process alone, because the database does not answer'))
  return { take, giveBack: (bucket) => counts.add(nameOf(bucket), -1), sync, close: stop }
}

/** However many credentials a merchant makes, together they get as much as two of them. */
const quotaOf = (limits: Limits, { limit }: Bucket): number =>
  limit === 'merchant' ? CREDENTIALS_PER_MERCHANT * limits.default : limits[limit]

const nameOf = ({ limit, subject }: Bucket): string => `${limit}|${subject}`

/** Runs `sync` each second, one at a time; says once when it begins to fail. */
function beat(sync: () => Promise<void>, onTrouble: () => void): () => void {
  let state: 'well' | 'busy' | 'ill' = 'well'
  const timer = setInterval(() => {
    if (state === 'busy') return
    const before = state
    state = 'busy'
    sync().then(
      () => void (state = 'well'),
      () => {
        if (before === 'well') onTrouble()
        state = 'ill'
      },
    )
  }, SYNC_MS)
  timer.unref()
  return () => clearInterval(timer)
}
