import type { Context } from '@gateway/operations/context'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { expirePayment } from '@gateway/operations/payments/expire-payment'
import { signForward } from '@gateway/operations/payments/sign-forward'
import type { PaymentActivities, SigningActivities } from '@gateway/workflows/payments/activities'
import { whileBeating } from '../while-beating.ts'

/** Database work of the payments role. */
export const paymentActivities = (ctx: Context): PaymentActivities => ({
  expirePayment: (input) => expirePayment(ctx, input),
})

/** Work of the signer. */
export const signingActivities = (ctx: SignerContext): SigningActivities => ({
  signForward: (input) => whileBeating(() => signForward(ctx, input)),
})
