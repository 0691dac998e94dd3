import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { APPROVALS } from '@gateway/domain/custody/approval'
import type { PauseScope } from '@gateway/domain/custody/pause'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { ApprovedDecision } from '../approvals/approve.ts'
import { listPauses, termsOfLift } from './pause-payouts.ts'

/**
 * Lifting a pause, which the signer does after two approvals. An approval is for the pause's current reasons; a further reason withdraws it.
 */
export const liftDecisionOf = (scope: PauseScope): ApprovedDecision => ({
  kind: 'lift',
  action: 'payouts.lift',
  async find(em) {
    if (await isRecovering(em, scope))
      throw new InvalidState('restored from a backup', 'lift its pause before `custody recover --from-chain`')
    const pause = await tables(em).selectFrom('pause').select(['pausedAt', 'revision']).where('scope', '=', scope).executeTakeFirst()
    if (!pause) throw new NotFound('scope')
    if (pause.pausedAt === null) throw new InvalidState('running', `lift the pause of ${scope}`)
    return { subject: scope, terms: termsOfLift(pause), subjectId: scope }
  },
})

/**
 * Lifts the pauses with enough approvals. Only the signer may; the database counts the approvals again.
 *
 * @returns the lifted scopes.
 */
export async function liftApprovedPauses(ctx: Context): Promise<PauseScope[]> {
  const lifted: PauseScope[] = []
  const approved = async () => (await listPauses(ctx)).filter(({ approvedBy }) => approvedBy.length >= APPROVALS)
  await sweepEach(
    ctx,
    { name: 'approved_lifts', read: approved, keyOf: ({ scope }) => scope, aboutOf: ({ scope }) => ({ reason: scope }) },
    async ({ scope, approvedBy }) => {
      if (await lift(ctx, { scope, approvedBy })) lifted.push(scope)
    },
  )
  return lifted
}

async function lift(ctx: Context, { scope, approvedBy }: { scope: PauseScope; approvedBy: readonly string[] }): Promise<boolean> {
  const isLifted = await transaction(ctx, async (em) => {
    if (await isRecovering(em, scope)) return false
    const { rows } = await sql<{ lifted: boolean }>`SELECT pause_lift(${scope}) AS lifted`.execute(tables(em))
    if (!rows[0]?.lifted) return false
    await writeAuditEntry(em, ctx, { actor: 'signer', action: 'payouts.lift', subjectId: scope, details: { approvedBy: [...approvedBy] } })
    return true
  })
  if (isLifted) ctx.log.warn({}, `payouts resumed: ${scope}`)
  return isLifted
}

/** True for the global pause while a recovery is open. */
const isRecovering = async (em: Em, scope: PauseScope): Promise<boolean> =>
  scope === 'global' &&
  (await tables(em).selectFrom('recovery').select('id').where('recoveredAt', 'is', null).executeTakeFirst()) !== undefined
