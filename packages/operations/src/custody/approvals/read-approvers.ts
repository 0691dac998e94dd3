import { findApprovals } from '@gateway/db/custody/approvals/approval-queries'
import type { Em } from '@gateway/db/orm'
import type { ApprovalKind } from '@gateway/domain/custody/approval'

/** The operators who have approved a decision, by its subject. */
export async function readApprovers(
  em: Em,
  { kind, subjects }: { kind: ApprovalKind; subjects: readonly string[] },
): Promise<(subject: string) => readonly string[]> {
  const approvals = subjects.length === 0 ? [] : await findApprovals(em, kind, subjects)
  return (subject) => approvals.flatMap((approval) => (approval.subject === subject ? [approval.operator] : []))
}
