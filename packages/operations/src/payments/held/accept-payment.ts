import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import { DecisionRefused } from '@gateway/domain/payments/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decision, lockForDecision, nameOf } from '../authorize-decision.ts'
import { endOpenRefund } from '../refunds/shared/end-refund.ts'
import { reassessPayments } from '../assessment/reassess-payments.ts'

/** An acceptance, and how much the decider saw received when there is such a figure; it is not accepted once less is there. */
interface Acceptance extends Decision {
  readonly seenUnits?: bigint | null
}

/**
 * Accepts the received amount of an expired payment as the whole amount: underpaid, late, or at a poor rate. The payment continues, flagged `late`,
 * and an open refund offer is withdrawn.
 *
 * @returns the payment; `detected`, or further when its deposits are confirmed already.
 *
 * @throws {NotFound} also when it is another merchant's.
 * @throws {InvalidState} unless it is expired, has received something, and none of that was refunded.
 * @throws {DecisionRefused} when less has arrived than the decider saw.
 */
export const acceptPayment = (ctx: Context, decision: Acceptance): Promise<PaymentEntity> =>
  transaction(ctx, (em) => acceptWithin(em, ctx, decision))

/** The same in the caller's transaction. */
export async function acceptWithin(em: Em, ctx: Context, decision: Acceptance): Promise<PaymentEntity> {
  const payment = await lockForDecision(em, decision)
  const problem = acceptanceProblem(payment)
  if (problem !== undefined) throw new InvalidState(payment.state, problem)
  requireSeen(payment, decision.seenUnits)
  const missing = payment.dueUnits - payment.receivedUnits
  if (missing > payment.toleranceUnits) payment.toleranceUnits = missing
  payment.acceptedAt = ctx.clock.now()
  await savePayments(em, [payment])
  const details = { received: String(payment.receivedUnits), due: String(payment.dueUnits), verdict: payment.lateVerdict }
  await writeAuditEntry(em, ctx, { actor: nameOf(decision.by), action: 'payment.accept', subjectId: payment.id, details })
  await endOpenRefund(em, ctx, { of: { paymentId: payment.id }, by: nameOf(decision.by), reason: 'payment_accepted' })
  await reassessPayments(em, ctx, [payment])
  const [accepted = payment] = await lockPayments(em, [payment.id])
  return accepted
}

/** @throws {DecisionRefused} when less has arrived than this. */
export function requireSeen({ receivedUnits }: Pick<PaymentEntity, 'receivedUnits'>, seenUnits: bigint | null = null): void {
  if (seenUnits !== null && receivedUnits < seenUnits)
    throw new DecisionRefused('Less has arrived than you accepted; look at the payment again')
}

/** What cannot be done with a payment, as an `InvalidState` says it; undefined when it can be accepted. */
export function acceptanceProblem(payment: Pick<PaymentEntity, 'state' | 'receivedUnits' | 'returningUnits'>): string | undefined {
  if (payment.state !== 'expired' || payment.receivedUnits === 0n) return 'accept a payment'
  return payment.returningUnits > 0n ? 'accept a payment with a refund' : undefined
}
