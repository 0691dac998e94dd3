import { BEGINNING, type Page } from '@gateway/db/kernel/page'

/** Rows that a sweep may look at and have to leave as they are: without a price, paused, or not worth a transaction. */
type Kind = 'refused' | 'undecided' | 'untaken' | 'unsigned' | 'unsignedRounds' | 'dueReturns'

/** Where the sweeps of one process have got to. */
export interface PageCursors {
  /** How many rows of each kind one sweep reads. */
  readonly limit: number
  /**
   * The page of a kind behind the last row that was read, whatever became of it; the first page again once there is no more. So rows that cannot move on
   * are passed by, and starve nobody behind them.
   */
  next<Row>(kind: Kind, read: (page: Page) => Promise<Row[]>, keyOf: (row: Row) => string): Promise<Row[]>
}

/** Cursors at the beginning. */
export function freshCursors(limit = 500): PageCursors {
  const places = new Map<Kind, string>()
  return {
    limit,
    async next(kind, read, keyOf) {
      const rows = await read({ after: places.get(kind) ?? BEGINNING, limit })
      const last = rows.length < limit ? undefined : rows.at(-1)
      places.set(kind, last === undefined ? BEGINNING : keyOf(last))
      return rows
    },
  }
}
