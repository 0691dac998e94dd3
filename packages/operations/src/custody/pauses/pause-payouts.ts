import { findApprovals } from '@gateway/db/custody/approvals/approval-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type ApprovalTerms, approversOf } from '@gateway/domain/custody/approval'
import type { PauseScope } from '@gateway/domain/custody/pause'
import { NotFound } from '@gateway/domain/kernel/error'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

const PEOPLE = 'operator:'

/**
 * Pauses signing within a scope. Signed transactions are still broadcast; waiting payouts show the pause as their reason.
 *
 * It waits for open signatures, so no attempt is newer than a committed pause. A further reason withdraws the approvals of a lift; the same reason
 * from a part of the system changes nothing.
 *
 * @param input.by - `operator:<name>`, or the part of the system that found the fault.
 * @throws {NotFound} when the scope names no merchant.
 */
export async function pausePayouts(ctx: Context, { scope, reason, by }: { scope: PauseScope; reason: string; by: string }): Promise<void> {
  await transaction(ctx, async (em) => {
    if (!by.startsWith(PEOPLE) && (await isPausedFor(em, { scope, reason }))) return
    const { rows } = await sql<{ known: boolean }>`SELECT pause_set(${scope}, ${by}, ${reason}, ${ctx.clock.now()}) AS known`.execute(
      tables(em),
    )
    if (!rows[0]?.known) throw new NotFound('scope')
    await writeAuditEntry(em, ctx, { actor: by, action: 'payouts.pause', subjectId: scope, details: { reason } })
  })
  ctx.log.error({ alarm: 'payouts_paused', reason }, `payouts paused: ${scope}`)
}

/** The current pauses, oldest first, each with the operators who approved its lift. */
export async function listPauses(ctx: Pick<Context, 'orm'>) {
  const em = ctx.orm.em.fork()
  const columns = ['scope', 'pausedAt', 'pausedBy', 'reason', 'revision'] as const
  const paused = await tables(em).selectFrom('pause').select(columns).where('pausedAt', 'is not', null).orderBy('pausedAt').execute()
  const approvals = await findApprovals(
    em,
    'lift',
    paused.map(({ scope }) => scope),
  )
  return paused.map((pause) => ({
    ...pause,
    approvedBy: approversOf(approvals, { subject: pause.scope, terms: termsOfLift(pause) }),
  }))
}

/** The terms of a lift: the pause with its current reasons. */
export const termsOfLift = ({ revision }: { revision: number }): ApprovalTerms => ({ revision: String(revision) })

/** True when a scope is paused for this reason. No lock: no role may lock the row. */
async function isPausedFor(em: Em, { scope, reason }: { scope: PauseScope; reason: string }): Promise<boolean> {
  const pause = await tables(em).selectFrom('pause').select('reason').where('scope', '=', scope).executeTakeFirst()
  return pause?.reason?.includes(reason) ?? false
}
