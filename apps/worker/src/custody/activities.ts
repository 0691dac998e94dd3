import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { signForward } from '@gateway/operations/payments/sign-forward'
import type { SigningActivities } from '@gateway/workflows/payments/activities'
import { whileBeating } from '../while-beating.ts'

/** Work of the signer. */
export const signingActivities = (ctx: SignerContext): SigningActivities => ({
  signForward: (input) => whileBeating(() => signForward(ctx, input)),
})
