import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { LIFT_APPROVALS, type PauseScope } from '@gateway/domain/custody/pause'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { sql } from 'kysely'
import { noteAction } from '../accounts/note-action.ts'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { listPauses } from './pause-payouts.ts'

/**
 * Notes that an operator approves lifting a pause. Once two operators have, the signer lifts it; a further reason withdraws what was approved.
 *
 * @returns how many operators still have to approve.
 * @throws {InvalidState} when the scope is not paused, or the database was put back and the chains have not been asked yet; {NotFound} when it names no merchant.
 */
export async function approveLift(ctx: Context, { scope, by }: { scope: PauseScope; by: string }): Promise<number> {
  return transaction(ctx, async (em) => {
    if (await isRecovering(em, scope)) throw new InvalidState('put back', 'lift its pause before `custody recover --from-chain`')
    const { rows } = await sql<{ approvals: number | null }>`SELECT pause_approve(${scope}, ${by}) AS approvals`.execute(tables(em))
    const approvals = rows[0]?.approvals ?? (await refuseRunning(em, scope))
    const missing = Math.max(0, LIFT_APPROVALS - approvals)
    await noteAction(em, ctx, { actor: by, action: 'payouts.lift', subjectId: scope, details: { missing } })
    return missing
  })
}

/**
 * Lifts the pauses that enough operators have approved. Only the signer may; the database counts the approvals once more.
 *
 * @returns the scopes that were lifted.
 */
export async function liftApproved(ctx: Context): Promise<PauseScope[]> {
  const lifted: PauseScope[] = []
  for (const { scope, approvedBy } of await listPauses(ctx))
    if (approvedBy.length >= LIFT_APPROVALS && (await lift(ctx, { scope, approvedBy }))) lifted.push(scope)
  return lifted
}

async function lift(ctx: Context, { scope, approvedBy }: { scope: PauseScope; approvedBy: readonly string[] }): Promise<boolean> {
  const isLifted = await transaction(ctx, async (em) => {
    if (await isRecovering(em, scope)) return false
    const { rows } = await sql<{ lifted: boolean }>`SELECT pause_lift(${scope}) AS lifted`.execute(tables(em))
    if (!rows[0]?.lifted) return false
    await noteAction(em, ctx, { actor: 'signer', action: 'payouts.lift', subjectId: scope, details: { approvedBy: [...approvedBy] } })
    return true
  })
  if (isLifted) ctx.log.warn({}, `payouts resumed: ${scope}`)
  return isLifted
}

/** True for the pause of everything while the database lacks what the chains know. */
const isRecovering = async (em: Em, scope: PauseScope): Promise<boolean> =>
  scope === 'global' &&
  (await tables(em).selectFrom('recovery').select('id').where('recoveredAt', 'is', null).executeTakeFirst()) !== undefined

async function refuseRunning(em: Em, scope: PauseScope): Promise<never> {
  const known = await tables(em).selectFrom('pause').select('scope').where('scope', '=', scope).executeTakeFirst()
  throw known ? new InvalidState('running', `lift the pause of ${scope}`) : new NotFound('scope')
}
