import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import { InvalidState } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decider, lockForDecision, nameOf } from '../authorize-decision.ts'
import { endOpenRefund } from '../refunds/end-refund.ts'
import { reassessPayments } from '../assessment/reassess-payments.ts'

/**
 * Accepts what came for an expired payment as if it were all: too little, too late, or at a poor rate. From here on the payment takes its normal
 * course, flagged `late`.
 *
 * What was offered back to its payer and is not on its way yet is withdrawn by it.
 *
 * @param input.by - an operator, or a merchant about payments of their own.
 * @returns the payment as it stands then; `detected`, or further when the money has its confirmations already.
 *
 * @throws {NotFound} also when it is another merchant's.
 * @throws {InvalidState} unless it is expired, something has come, and nothing of that was sent back.
 */
export async function acceptPayment(ctx: Context, decision: { paymentId: string; by: Decider }): Promise<PaymentEntity> {
  return transaction(ctx, async (em) => {
    const payment = await lockForDecision(em, decision)
    if (payment.state !== 'expired' || payment.receivedUnits === 0n) throw new InvalidState(payment.state, 'accept a payment')
    if (payment.returningUnits > 0n) throw new InvalidState(payment.state, 'accept a payment of which money was sent back')
    const missing = payment.dueUnits - payment.receivedUnits
    if (missing > payment.toleranceUnits) payment.toleranceUnits = missing
    payment.acceptedAt = ctx.clock.now()
    await savePayments(em, [payment])
    const details = { received: String(payment.receivedUnits), due: String(payment.dueUnits), verdict: payment.lateVerdict }
    await writeAuditEntry(em, ctx, { actor: nameOf(decision.by), action: 'payment.accept', subjectId: payment.id, details })
    await endOpenRefund(em, ctx, { paymentId: payment.id, by: nameOf(decision.by), reason: 'payment_accepted' })
    await reassessPayments(em, ctx, [payment])
    const [accepted = payment] = await lockPayments(em, [payment.id])
    return accepted
  })
}
