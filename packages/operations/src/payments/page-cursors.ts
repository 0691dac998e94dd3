import { BEGINNING, type Page } from '@gateway/db/kernel/page'

/** Kinds of rows that a sweep may be unable to move on: without a price, paused, or not worth a transaction. */
type Kind = 'refused' | 'undecided' | 'untaken' | 'changedPayouts' | 'dueReturns' | 'unplannedEscrows'

/** The positions of the sweeps of one process. */
export interface PageCursors {
  /** Rows of each kind per sweep. */
  readonly limit: number
  /**
   * The page after the last row of a kind, whatever became of it, and the first page after the last one, so that rows which cannot move on do not starve
   * later ones.
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
