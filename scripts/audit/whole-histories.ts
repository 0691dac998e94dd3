import type { Em } from '@gateway/db/orm'
import { findAlteredHistory } from '@gateway/operations/escrows/lifecycle/find-altered-history'

/** The invariant of the histories of escrows. */
export const wholeHistories = {
  id: 'E',
  sentence: 'the history of every escrow follows from itself, entry by entry, and tells of its state',
} as const

/** Walks the histories of all escrows; undefined when they are whole. */
export async function findBrokenHistories(em: Em): Promise<(typeof wholeHistories & { readonly rows: readonly object[] }) | undefined> {
  const rows = await findAlteredHistory(em)
  return rows.length === 0 ? undefined : { ...wholeHistories, rows }
}
