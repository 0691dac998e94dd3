import type { Context } from '@gateway/operations/kernel/context'
import { expirePayment } from '@gateway/operations/payments/endings/expire-payment'
import type { PaymentActivities } from '@gateway/workflows/payments/activities'

/** Activities of the payments role. */
export const paymentActivities = (ctx: Context): PaymentActivities => ({
  expirePayment: (input) => expirePayment(ctx, input),
})
