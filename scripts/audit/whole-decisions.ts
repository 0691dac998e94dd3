import type { Em } from '@gateway/db/orm'
import { findMissingDecisions } from '@gateway/operations/custody/policy/verify-decision-log'

/** What is always true of the signer's decisions. */
export const wholeDecisions = {
  id: 'P',
  sentence: 'the signer’s decisions have no gap, and nothing was signed without one (`custody verify` knows which were altered)',
} as const

/** Walks the record of decisions; undefined when it is whole. */
export async function findBrokenDecisions(em: Em): Promise<(typeof wholeDecisions & { readonly rows: readonly object[] }) | undefined> {
  const rows = await findMissingDecisions(em)
  return rows.length === 0 ? undefined : { ...wholeDecisions, rows }
}
