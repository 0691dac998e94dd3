import type { Em } from '@gateway/db/orm'
import { verifyDecisions } from '@gateway/operations/custody/verify-decisions'

/** What is always true of the signer's decisions. */
export const wholeDecisions = {
  id: 'P',
  sentence: 'the signer’s decisions are whole and unaltered, and nothing was signed without one',
} as const

/** Walks the record of decisions; undefined when it is whole. */
export async function findBrokenDecisions(em: Em): Promise<(typeof wholeDecisions & { readonly rows: readonly object[] }) | undefined> {
  const rows = await verifyDecisions(em)
  return rows.length === 0 ? undefined : { ...wholeDecisions, rows }
}
