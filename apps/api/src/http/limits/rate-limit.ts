import { addToWindows } from '@gateway/db/kernel/rate-window/rate-window-queries'
import type { ApiContext } from '@gateway/operations/kernel/context'
import type { LimitName, Limits } from './limits.ts'
import { createRequestCounts } from './request-counts.ts'

/** The subject of a count, and its limit. */
export interface Bucket {
  readonly limit: LimitName | 'merchant'
  /** A credential, a merchant or an address, with the object where each has its own limit. */
  readonly subject: string
}

/** The state of a bucket after a request was counted or refused. */
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
  /** The limits of this deployment. */
  readonly limits: Limits
  take(bucket: Bucket): Allowance
  /** Uncounts a request that turned out to belong to another bucket. */
  giveBack(bucket: Bucket): void
  /** Exchanges the counts with the other processes. */
  sync(): Promise<void>
  close(): void
}

const MS = 1_000
const WINDOW_MS = 60_000
const SYNC_MS = 1_000
const CREDENTIALS_PER_MERCHANT = 2

/**
 * Limits requests per minute: immediately within a process, and every second among processes.
 * One statement per second carries the counts of all buckets, so a request costs no query. Without the database each process limits by its
 * own counts.
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

  const stop = beat(sync, () => log.warn({}, 'rate limit sync failed, limiting per process'))
  return { limits, take, giveBack: (bucket) => counts.add(nameOf(bucket), -1), sync, close: stop }
}

/** All credentials of a merchant together get as much as two. */
const quotaOf = (limits: Limits, { limit }: Bucket): number =>
  limit === 'merchant' ? CREDENTIALS_PER_MERCHANT * limits.default : limits[limit]

const nameOf = ({ limit, subject }: Bucket): string => `${limit}|${subject}`

/** Runs `sync` every second, one at a time; reports the first failure of a series. */
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
