import type { ApprovalTerms } from '@gateway/domain/custody/approval'
import type { PauseScope } from '@gateway/domain/custody/pause'
import type { Context } from '../kernel/context.ts'
import { approve, type ApprovedDecision } from '../custody/approvals/approve.ts'
import { liftApprovedPauses, liftDecisionOf } from '../custody/pauses/lift-pauses.ts'
import type { SignerContext } from '../custody/signer-context.ts'
import { openOperatorSession } from './test-operator.ts'

/** An operator of tests approves a decision; returns how many approvals are missing. */
export const approveNamed = async (
  ctx: Context,
  decision: ApprovedDecision,
  { by, ...word }: { by: string; reason?: string | undefined; shown?: ApprovalTerms },
) => approve(ctx, decision, { session: await openOperatorSession(ctx.orm.em.fork(), by), ...word })

/** An operator approves lifting a pause; returns how many approvals are missing. */
export const approveLift = (ctx: Context, scope: PauseScope, name: string): Promise<number> =>
  approveNamed(ctx, liftDecisionOf(scope), { by: name })

/** Lifts a pause in a test: two operators approve, and the signer lifts. */
export async function liftPause(signer: SignerContext, scope: PauseScope): Promise<void> {
  for (const name of ['anna', 'ben']) await approveLift(signer, scope, name)
  await liftApprovedPauses(signer)
}
