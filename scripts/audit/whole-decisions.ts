import type { Em } from '@gateway/db/orm'
import { findMissingDecisions } from '@gateway/operations/custody/policy/verify-decision-log'

/** The invariant of the decision log. */
export const wholeDecisions = {
  id: 'P',
  sentence: 'the decision log has no gap, and every attempt has a decision (`custody verify` finds altered ones)',
} as const

/** Walks the decision log; undefined when it is whole. */
export async function findBrokenDecisions(em: Em): Promise<(typeof wholeDecisions & { readonly rows: readonly object[] }) | undefined> {
  const rows = await findMissingDecisions(em)
  return rows.length === 0 ? undefined : { ...wholeDecisions, rows }
}
