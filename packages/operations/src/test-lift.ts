import type { PauseScope } from '@gateway/domain/custody/pause'
import { approveLift, liftApproved } from './custody/lift-pauses.ts'
import type { SignerContext } from './custody/signer-context.ts'

/** Lifts a pause in a test: two operators approve, and the signer lifts. */
export async function liftPause(signer: SignerContext, scope: PauseScope): Promise<void> {
  for (const by of ['operator:anna', 'operator:ben']) await approveLift(signer, { scope, by })
  await liftApproved(signer)
}
