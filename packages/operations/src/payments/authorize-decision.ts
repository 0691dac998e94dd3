import { findPayment, type PaymentScope, lockPayments } from '@gateway/db/payments/queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../businesses/business-scope.ts'

/** The actor of a decision about held funds: an operator by name, or the payment's merchant. */
export type Decider = `operator:${string}` | Actor

/** The payment to decide about, and who does. */
export interface Decision {
  readonly paymentId: string
  readonly by: Decider
}

/** The decider's name in the audit log. */
export const nameOf = (by: Decider): string => (typeof by === 'string' ? by : `merchant:${by.merchantId}`)

/** A payment that the decider may decide about, locked. @throws {NotFound} also when it is of another merchant or mode. */
export async function lockForDecision(em: Em, { paymentId, by }: { paymentId: string; by: Decider }): Promise<PaymentEntity> {
  const [payment] = await lockPayments(em, [paymentId])
  if (!payment || !isTheirs(by, payment)) throw new NotFound('payment')
  return payment
}

/** The same, not locked. @throws {NotFound} */
export async function findForDecision(em: Em, { paymentId, by }: { paymentId: string; by: Decider }): Promise<PaymentEntity> {
  const payment = await findPayment(em, { id: paymentId })
  if (!payment || !isTheirs(by, payment)) throw new NotFound('payment')
  return payment
}

/** True for an operator, and for the payment's merchant. */
function isTheirs(by: Decider, payment: Pick<PaymentEntity, 'merchantId' | 'businessId' | 'mode'>): boolean {
  if (typeof by === 'string') return true
  const { merchantId, mode, businessId = payment.businessId }: PaymentScope = businessScope(by)
  return payment.merchantId === merchantId && payment.mode === mode && payment.businessId === businessId
}
