import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { signForward } from '@gateway/operations/payments/forwarding/sign-forward'
import type { SigningActivities } from '@gateway/workflows/payments/activities'
import { withHeartbeat } from '../with-heartbeat.ts'

/** Activities of the signer. */
export const signingActivities = (ctx: SignerContext): SigningActivities => ({
  signForward: (input) => withHeartbeat(() => signForward(ctx, input)),
})
