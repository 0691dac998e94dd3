import { findSnapshotAt, findNewestSnapshot, findNextPricing, type StoredSnapshot } from '@gateway/db/rates/snapshot-queries'
import type { Orm } from '@gateway/db/orm'
import { findSnapshotPrice, type FoundPrice } from '@gateway/domain/rates/snapshot-price'
import type { AcceptedPrice, Pair, RateSource } from '@gateway/providers/rates/source'

/** Source of the notifications that a rate snapshot was written. */
interface Hearing {
  /** Calls `ear` at every notification of a channel. */
  on(channel: string, ear: () => void): void
}

/** Sources are polled twice a minute; a snapshot older than this has a successor, or polling fails. */
const SUCCEEDED_MS = 31_000
const POLL_INTERVAL_MS = 1_000
/** Prices are valid for at most this long, so an earlier moment needs an earlier snapshot. */
const SNAPSHOT_MAX_AGE_MS = 60_000

/**
 * The prices of the snapshots that the role `rates` writes.
 *
 * The newest snapshot is cached and read again when a new one is announced, so pricing a payment costs no query. Without an announcement the
 * database is asked at most once a second. While it cannot be reached, the cached snapshot is used for as long as its prices are valid.
 */
export function publishSnapshot(orm: Orm, news: Hearing): Required<RateSource> {
  const newest = keepNewest(orm, news)
  return {
    async findPrice(pair, at) {
      const board = await newest(at)
      if (board && at.getTime() < board.at.getTime() - SNAPSHOT_MAX_AGE_MS) return findPast(orm, pair, at)
      return usable(board && findSnapshotPrice(board, pair, at))
    },
    async findLastGood(pair, at) {
      const board = await newest(at)
      return board && findSnapshotPrice(board, pair, at)
    },
  }
}

const usable = (known: FoundPrice | undefined): AcceptedPrice | undefined => (known?.isStale === false ? known : undefined)

/** The price at a moment, else the first accepted one after it. */
async function findPast(orm: Orm, pair: Pair, at: Date): Promise<AcceptedPrice | undefined> {
  const em = orm.em.fork()
  const then = await findSnapshotAt(em, at)
  const stood = usable(then && findSnapshotPrice(then, pair, at))
  if (stood) return stood
  const next = await findNextPricing(em, { pair: `${pair.ticker}/${pair.currency}`, at })
  return usable(next && findSnapshotPrice(next, pair, next.at))
}

function keepNewest(orm: Orm, news: Hearing): (at: Date) => Promise<StoredSnapshot | undefined> {
  let board: StoredSnapshot | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    lookedAt = performance.now()
    board = await findNewestSnapshot(orm.em.fork())
  }
  const keepKnown = (error: unknown): void => {
    if (!board) throw error
  }
  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)))
  news.on('rates', () => {
    // A process that has not priced anything yet reads none.
    if (lookedAt < 0) return
    // A read under way may have begun before the snapshot was written. A failed one is repeated by the next caller.
    void Promise.resolve(looking)
      .then(lookOnce, lookOnce)
      .catch(() => {})
  })
  return async (at) => {
    const isDue = !board || at.getTime() - board.at.getTime() > SUCCEEDED_MS
    if (isDue && (looking || performance.now() - lookedAt >= POLL_INTERVAL_MS)) await lookOnce().catch(keepKnown)
    return board
  }
}
