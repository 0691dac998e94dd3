import { findNewestDecision } from '@gateway/db/payments/decision-queries'
import type { HeldOf } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'

/** The decision about an object that is being carried out; null without one. The tenant is the caller's to check. */
export async function findPendingDecision(em: Em, of: HeldOf): Promise<{ readonly kind: DecisionKind; readonly decidedAt: Date } | null> {
  const newest = await findNewestDecision(em, of)
  return newest?.state === 'waiting' ? { kind: newest.kind, decidedAt: newest.decidedAt } : null
}
