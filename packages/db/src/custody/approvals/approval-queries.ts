import type { Approval, ApprovalKind, ApprovalTerms } from '@gateway/domain/custody/approval'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** Waits for other approvals of a subject; held until the caller's transaction ends, so that each approval counts the earlier ones. */
export async function lockApprovals(em: Em, { kind, subject }: { kind: ApprovalKind; subject: string }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`approval|${kind}|${subject}`}, 0))`.execute(tables(em))
}

/** What an operator approves, and the session in which it is done. */
export interface NewApproval {
  readonly session: string
  readonly kind: ApprovalKind
  readonly subject: string
  readonly terms: ApprovalTerms
  readonly reason: string | undefined
}

/** Stores the approval of the operator of a session, once. @returns the operator; undefined, and nothing is stored, when it is not an operator's. */
export async function approveAs(em: Em, { session, kind, subject, terms, reason }: NewApproval): Promise<OperatorName | undefined> {
  const words = sql`${session}::uuid, ${kind}, ${subject}, ${JSON.stringify(terms)}::jsonb, ${reason ?? null}`
  const { rows } = await sql<{ operator: OperatorName | null }>`SELECT approve_as(${words}) AS operator`.execute(tables(em))
  return rows[0]?.operator ?? undefined
}

/** Everything that operators have approved of some subjects, in the order they did. */
export async function findApprovals(em: Em, kind: ApprovalKind, subjects: readonly string[]): Promise<Approval[]> {
  if (subjects.length === 0) return []
  return tables(em)
    .selectFrom('approval')
    .select(['subject', 'terms', 'operator'])
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects])
    .orderBy('id')
    .execute()
}

/** Transactions of a chain of which enough operators have said that people have moved coins of the treasury with them. */
export async function findMovedByPeople(em: Em, { chain, approvals }: { chain: ChainCode; approvals: number }): Promise<Set<string>> {
  const { rows } = await sql<{ txId: string }>`SELECT DISTINCT subject AS "txId" FROM approval
    WHERE kind = 'treasury_move' AND terms ->> 'chain' = ${chain} GROUP BY subject, terms HAVING count(*) >= ${approvals}`.execute(
    tables(em),
  )
  return new Set(rows.map(({ txId }) => txId))
}
