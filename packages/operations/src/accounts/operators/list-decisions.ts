import type { Decided } from '@gateway/contract/portal/operator-decisions'
import { findOthersDecisions } from '@gateway/db/accounts/audit-queries'
import type { Context } from '../../kernel/context.ts'
import { nameOperators } from './name-operators.ts'

/** A page of what operators, payers and the system have decided, newest first; what merchants decide is theirs to read. */
export async function listDecisions(
  ctx: Pick<Context, 'orm'>,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ entries: Decided[]; nextCursor: string | null }> {
  const found = await findOthersDecisions(ctx.orm.em.fork(), { after: cursor, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const emails = await nameOperators(
    ctx,
    shown.map(({ actor }) => actor),
  )
  const entries = shown.map(({ id, at, actor, action, subjectId, businessId, details }) => {
    const email = emails.get(actor) ?? null
    return { id, at, actor, email, action, subjectId, businessId, details }
  })
  return { entries, nextCursor: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}
