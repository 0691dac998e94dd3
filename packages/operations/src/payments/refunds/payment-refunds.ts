import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { findPayment } from '@gateway/db/payments/queries'
import { heldDeposits, heldReasonOf, isOver } from '../held-deposits.ts'
import type { RefundedObject, RefundOwner } from './shared/refunded-object.ts'

/** A payment as its refund knows it. */
export const refundedPayment = (payment: PaymentEntity): RefundedObject => ({
  id: payment.id,
  of: { paymentId: payment.id },
  businessId: payment.businessId,
  mode: payment.mode,
  chain: payment.chain,
  asset: payment.asset,
  state: payment.state,
  payoutTermsId: payment.payoutTermsId,
  termsSubject: 'refund',
  description: payment.description,
  reference: payment.id,
  isOver: isOver(payment),
  reason: heldReasonOf(payment),
  heldOf: (deposits) => heldDeposits(payment, deposits),
  hasMoneyIn: (deposits) => deposits.some(({ asset, intentId, dead }) => asset === payment.asset && intentId === null && !dead),
  subject: 'payment',
})

/** The payments whose held money goes back. */
export const paymentRefunds: RefundOwner = async (em, { paymentId }) => {
  const payment = paymentId === null ? undefined : await findPayment(em, { id: paymentId })
  return payment && refundedPayment(payment)
}
