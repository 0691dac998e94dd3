import { countCall } from '@gateway/db/lightning/attempt-queries'
import type { LightningAttemptEntity } from '@gateway/db/lightning/lightning-attempt.entity'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { lockLightningPayment } from '@gateway/db/lightning/payment-queries'
import type { Verdict } from '@gateway/domain/custody/policy'
import { transaction } from '../../kernel/transaction.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { judge } from './judge.ts'

/**
 * Begins a send where the policy lets it leave: it is counted in the transaction of the decision, and until it fails in what its wallet has sent.
 *
 * @returns what the policy says; undefined when the send has ended.
 */
export async function beginSend(ctx: PayContext, attempt: LightningAttemptEntity): Promise<Verdict | undefined> {
  const { paymentId } = attempt
  return transaction(ctx, async (em) => {
    const payment = await lockLightningPayment(em, { id: paymentId })
    if (payment?.state !== 'pending') return undefined
    requireBooked(payment, attempt)
    return judge(em, ctx, { payment, onAllowed: () => countCall(em, { paymentId, now: ctx.clock.now() }) })
  })
}

/** What leaves is what was booked: the limit of the fee is the reserve. @throws {Error} where it is not. */
function requireBooked({ id, paymentHash, reserveMsat, amountMsat }: LightningPaymentEntity, attempt: LightningAttemptEntity): void {
  const isAmount = attempt.amountMsat === null || attempt.amountMsat === amountMsat
  if (attempt.paymentHash === paymentHash && attempt.feeLimitMsat === reserveMsat && isAmount) return
  throw new Error(`the attempt of the send ${id} differs from what was booked`)
}
