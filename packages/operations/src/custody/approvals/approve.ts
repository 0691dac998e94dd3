import { findApprovals, lockApprovals } from '@gateway/db/custody/approval-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AuditAction } from '@gateway/domain/accounts/audit-entry'
import { APPROVALS, type ApprovalKind, type ApprovalTerms, approversOf } from '@gateway/domain/custody/approval'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** What is decided about, as it is now. */
interface Matter {
  readonly subject: string
  readonly terms: ApprovalTerms
  /** What the audit log says of it besides. */
  readonly subjectId: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Something that two operators decide. */
export interface ApprovedDecision {
  readonly kind: ApprovalKind
  readonly action: AuditAction
  /** Looks at what it is about. @throws {NotFound} when it is not there; {InvalidState} when there is nothing to decide about it. */
  find(em: Em): Promise<Matter>
  /** What it means at once when enough have approved, done once however often; other parts of the system read the rest from the table. */
  carryOut?(em: Em, ctx: Context): Promise<void>
}

/** Who approves, and why. */
interface Word {
  /** `operator:<name>`. */
  readonly by: string
  readonly reason?: string | undefined
}

/**
 * Notes that an operator approves something; with the second operator's word it is decided. A word is about the terms of now: once they have changed
 * it has to be given anew.
 *
 * @returns how many operators still have to approve.
 * @throws whatever looking at it throws.
 */
export async function approve(ctx: Context, decision: ApprovedDecision, { by, reason }: Word): Promise<number> {
  const { kind, action } = decision
  return transaction(ctx, async (em) => {
    const { subject, terms, subjectId, details } = await decision.find(em)
    await lockApprovals(em, { kind, subject })
    await tables(em)
      .insertInto('approval')
      .values({ kind, subject, terms, operator: by, reason: reason ?? null, at: ctx.clock.now() })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const approvers = approversOf(await findApprovals(em, kind, [subject]), { subject, terms })
    const missing = Math.max(0, APPROVALS - approvers.length)
    await writeAuditEntry(em, ctx, { actor: by, action, subjectId, details: { ...details, missing } })
    if (missing === 0) await decision.carryOut?.(em, ctx)
    return missing
  })
}
