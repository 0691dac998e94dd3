import type { PauseScope } from '@gateway/domain/custody/pause'
import type { Context } from './context.ts'
import { approve } from './custody/approve.ts'
import { liftApproved, liftOf } from './custody/lift-pauses.ts'
import type { SignerContext } from './custody/signer-context.ts'

/** An operator approves lifting a pause; how many still have to is answered. */
export const approveLift = (ctx: Context, scope: PauseScope, name: string): Promise<number> =>
  approve(ctx, liftOf(scope), { by: `operator:${name}` })

/** Lifts a pause in a test: two operators approve, and the signer lifts. */
export async function liftPause(signer: SignerContext, scope: PauseScope): Promise<void> {
  for (const name of ['anna', 'ben']) await approveLift(signer, scope, name)
  await liftApproved(signer)
}
