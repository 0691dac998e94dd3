import { approveAs, findApprovals, lockApprovals } from '@gateway/db/custody/approvals/approval-queries'
import type { Em } from '@gateway/db/orm'
import type { AuditAction } from '@gateway/domain/accounts/audit-entry'
import { OperatorSessionRequired } from '@gateway/domain/accounts/operator'
import { ChangedSinceShown } from '@gateway/domain/custody/errors'
import { APPROVALS, type ApprovalKind, type ApprovalTerms, approversOf } from '@gateway/domain/custody/approval'
import { isDeepStrictEqual } from 'node:util'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** The subject of a decision, with its current terms. */
interface Matter {
  readonly subject: string
  readonly terms: ApprovalTerms
  /** Written to the audit log. */
  readonly subjectId: string
  readonly details?: Readonly<Record<string, unknown>>
  /** How many operators it takes; two by default. */
  readonly needed?: number
}

/** An action that needs operators' approvals, two of them by default. */
export interface ApprovedDecision {
  readonly kind: ApprovalKind
  readonly action: AuditAction
  /** Reads the subject. @throws {NotFound} when it is missing; {InvalidState} when there is nothing to decide. */
  find(em: Em): Promise<Matter>
  /** Runs after the last approval and must be idempotent. Other readers take the decision from the approval table. */
  carryOut?(em: Em, ctx: Context): Promise<void>
}

/** The session in which an operator approves, the reason, and the terms that were shown. The database says whose session it is. */
interface Word {
  readonly session: string
  readonly reason?: string | undefined
  /** Absent where the operator names the decision without a page that shows it. */
  readonly shown?: ApprovalTerms | undefined
}

/**
 * Records one operator's approval; the second one makes the decision. An approval counts for the current terms only.
 *
 * @returns how many approvals are missing.
 * @throws {OperatorSessionRequired} unless the session is an operator's and live, was opened with a second factor and, in the portal, confirmed lately.
 * @throws {ChangedSinceShown} when the current terms are not the shown ones.
 * @throws the errors of `decision.find`.
 */
export async function approve(ctx: Context, decision: ApprovedDecision, { session, reason, shown }: Word): Promise<number> {
  const { kind, action } = decision
  return transaction(ctx, async (em) => {
    const { subject, terms, subjectId, details, needed = APPROVALS } = await decision.find(em)
    if (shown && !isDeepStrictEqual(shown, terms)) throw new ChangedSinceShown()
    await lockApprovals(em, { kind, subject })
    const by = await approveAs(em, { session, kind, subject, terms, reason })
    if (by === undefined) throw new OperatorSessionRequired()
    const approvers = approversOf(await findApprovals(em, kind, [subject]), { subject, terms })
    const missing = Math.max(0, needed - approvers.length)
    await writeAuditEntry(em, ctx, { actor: by, action, subjectId, details: { ...details, missing } })
    if (missing === 0) await decision.carryOut?.(em, ctx)
    return missing
  })
}
