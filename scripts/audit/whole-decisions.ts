import type { Em } from '@gateway/db/orm'
import { decidingRoles } from '@gateway/operations/custody/policy/decision-log'
import { findMissingDecisions } from '@gateway/operations/custody/policy/verify-decision-log'

/** The invariant of the decision logs. */
export const wholeDecisions = {
  id: 'P',
  sentence:
    'the decision logs have no gap, and every attempt has a decision (`custody verify` and the roles `lightning` and `processor` find altered ones)',
} as const

/** Walks the decision log of each role; undefined when all are whole. */
export async function findBrokenDecisions(em: Em): Promise<(typeof wholeDecisions & { readonly rows: readonly object[] }) | undefined> {
  const found = await Promise.all(
    decidingRoles.map(async (role) => (await findMissingDecisions(em, { role })).map((row) => ({ role, ...row }))),
  )
  const rows = found.flat()
  return rows.length === 0 ? undefined : { ...wholeDecisions, rows }
}
