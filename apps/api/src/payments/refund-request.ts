import { paymentRefundView, type RefundPaymentInput, type SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import type { RefundRequest } from '@gateway/operations/payments/assisted/refund-request'
import { z } from 'zod'
import type { ActorContext } from '../context.ts'

/** A refund as every operation on it answers. */
export const refundAnswer = z.object({ refund: paymentRefundView.schema })

/** The same of one refund. */
export const presentRefund = (refund: SeenPaymentRefund): z.output<typeof refundAnswer> => ({ refund: paymentRefundView.present(refund) })

/** What a merchant asks for, with the terms of this deployment. */
export function refundRequestOf(ctx: ActorContext, { sendTo, ...input }: Omit<RefundPaymentInput, 'id'>): RefundRequest {
  const { refundOfferDays: offerDays, refundLinkDays: linkDays, refundHoldHours: holdHours, webhookSealingKey, emailLimits } = ctx
  const payer = sendTo === undefined ? undefined : { to: sendTo, language: 'en', webhookSealingKey, emailLimits }
  return { ...input, payer, offerDays, linkDays, holdHours }
}
