import type { Stripe } from 'stripe'
import { request } from '../calls.ts'
import { amountOf } from './amount.ts'

/** A refund of a charge. */
export interface NewRefund {
  readonly intentId: string
  readonly refundId: string
  readonly paymentIntentId: string
  readonly amountMinor: bigint
  /** The account of the charge; null for the platform's. */
  readonly account: string | null
}

/** Refunds a charge. The application fee stays: its share goes back by a call of its own, to the cent. */
export const refundCreation = ({ intentId, refundId, paymentIntentId, amountMinor, account }: NewRefund) =>
  request('refund_create', {
    account,
    params: {
      payment_intent: paymentIntentId,
      amount: amountOf(amountMinor),
      metadata: { intent_id: intentId, card_refund_id: refundId },
    } satisfies Stripe.RefundCreateParams,
  })

/** Reads a refund. */
export const refundRetrieval = (refundId: string, account: string | null) =>
  request('refund_retrieve', { id: refundId, account, params: {} })

/** A refund of an application fee. */
export interface NewFeeRefund {
  readonly intentId: string
  readonly applicationFeeId: string
  readonly amountMinor: bigint
}

/** Returns a part of an application fee to the merchant. The fee is the platform's, so no account is named. */
export const feeRefundCreation = ({ intentId, applicationFeeId, amountMinor }: NewFeeRefund) =>
  request('fee_refund_create', {
    id: applicationFeeId,
    params: { amount: amountOf(amountMinor), metadata: { intent_id: intentId } } satisfies Stripe.ApplicationFeeCreateRefundParams,
  })
