import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { noteAction } from '../accounts/note-action.ts'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { judgeAgain } from './judge-again.ts'

/**
 * Accepts what came for an expired payment as if it were all: too little, too late, or at a poor rate. From here on the payment takes its normal
 * course, flagged `late`.
 *
 * @param input.by - who decides: `operator:<name>`, or `merchant:<id>`.
 * @returns the payment as it stands then; `detected`, or further when the money has its confirmations already.
 *
 * @throws {NotFound}
 * @throws {InvalidState} unless it is expired and something has come.
 */
export async function acceptPayment(ctx: Context, { paymentId, by }: { paymentId: string; by: string }): Promise<PaymentEntity> {
  return transaction(ctx, async (em) => {
    const [payment] = await lockPayments(em, [paymentId])
    if (!payment) throw new NotFound('payment')
    if (payment.state !== 'expired' || payment.receivedUnits === 0n) throw new InvalidState(payment.state, 'accept a payment')
    const missing = payment.dueUnits - payment.receivedUnits
    if (missing > payment.toleranceUnits) payment.toleranceUnits = missing
    payment.acceptedAt = ctx.clock.now()
    await savePayments(em, [payment])
    const details = { received: String(payment.receivedUnits), due: String(payment.dueUnits), verdict: payment.lateVerdict }
    await noteAction(em, ctx, { actor: by, action: 'payment.accept', subjectId: payment.id, details })
    await judgeAgain(em, ctx, [payment])
    const [accepted = payment] = await lockPayments(em, [paymentId])
    return accepted
  })
}
