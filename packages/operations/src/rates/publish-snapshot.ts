import { findBoardAt, findNewestBoard, findNextPricing, type StoredBoard } from '@gateway/db/rates/board-queries'
import type { Orm } from '@gateway/db/orm'
import { findSnapshotPrice, type FoundPrice } from '@gateway/domain/rates/snapshot-price'
import type { AcceptedPrice, Pair, RateSource } from '@gateway/providers/rates/source'

/** Where the news that a board was posted come from. */
interface Hearing {
  /** Calls `ear` at every notification of a channel. */
  on(channel: string, ear: () => void): void
}

/** Sources are asked twice a minute; a board older than this has a successor, or there is trouble. */
const SUCCEEDED_MS = 31_000
const LOOK_MS = 1_000
/** Prices are never good for longer, so what is asked about an earlier moment was on an earlier board. */
const GOOD_MS = 60_000

/**
 * The prices of the boards that the role `rates` posts.
 *
 * The newest board is kept in memory and read again when a new one is announced, so that pricing a payment asks the database nothing. When
 * no board was announced for longer than it should take, the database is asked at most once a second. While it cannot be asked, the board that
 * is known goes on being known: for how long its prices are good their age says.
 */
export function publishSnapshot(orm: Orm, news: Hearing): Required<RateSource> {
  const newest = keepNewest(orm, news)
  return {
    async findPrice(pair, at) {
      const board = await newest(at)
      if (board && at.getTime() < board.at.getTime() - GOOD_MS) return findPast(orm, pair, at)
      return usable(board && findSnapshotPrice(board, pair, at))
    },
    async findLastGood(pair, at) {
      const board = await newest(at)
      return board && findSnapshotPrice(board, pair, at)
    },
  }
}

const usable = (known: FoundPrice | undefined): AcceptedPrice | undefined => (known?.isStale === false ? known : undefined)

/** The price that stood at a moment, else the first that was accepted after it. */
async function findPast(orm: Orm, pair: Pair, at: Date): Promise<AcceptedPrice | undefined> {
  const em = orm.em.fork()
  const then = await findBoardAt(em, at)
  const stood = usable(then && findSnapshotPrice(then, pair, at))
  if (stood) return stood
  const next = await findNextPricing(em, { pair: `${pair.ticker}/${pair.currency}`, at })
  return usable(next && findSnapshotPrice(next, pair, next.at))
}

function keepNewest(orm: Orm, news: Hearing): (at: Date) => Promise<StoredBoard | undefined> {
  let board: StoredBoard | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    lookedAt = performance.now()
    board = await findNewestBoard(orm.em.fork())
  }
  const keepKnown = (error: unknown): void => {
    if (!board) throw error
  }
  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)))
  news.on('rates', () => {
    // A process that has asked for no price so far reads none.
    if (lookedAt < 0) return
    // A look that is under way may have begun before the board was there. One that fails is made up for by whoever asks next.
    void Promise.resolve(looking)
      .then(lookOnce, lookOnce)
      .catch(() => {})
  })
  return async (at) => {
    const isDue = !board || at.getTime() - board.at.getTime() > SUCCEEDED_MS
    if (isDue && (looking || performance.now() - lookedAt >= LOOK_MS)) await lookOnce().catch(keepKnown)
    return board
  }
}
