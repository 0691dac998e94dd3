import type { PauseScope } from '@gateway/domain/custody/pause'
import type { Context } from '../kernel/context.ts'
import { approve } from '../custody/approvals/approve.ts'
import { liftApprovedPauses, liftDecisionOf } from '../custody/pauses/lift-pauses.ts'
import type { SignerContext } from '../custody/signer-context.ts'

/** An operator approves lifting a pause; returns how many approvals are missing. */
export const approveLift = (ctx: Context, scope: PauseScope, name: string): Promise<number> =>
  approve(ctx, liftDecisionOf(scope), { by: `operator:${name}` })

/** Lifts a pause in a test: two operators approve, and the signer lifts. */
export async function liftPause(signer: SignerContext, scope: PauseScope): Promise<void> {
  for (const name of ['anna', 'ben']) await approveLift(signer, scope, name)
  await liftApprovedPauses(signer)
}
