import {
  cardFeeMinor,
  type CardMoney,
  feeRefundDueMinor,
  leftMinor,
  reversalDueMinor,
  splitRelease,
} from '@gateway/domain/cards/card-money'
import type { CardDetail } from './card-detail.ts'

/** What a refund of a card payment leads to, in the smallest unit of its currency. */
export interface RefundPlan {
  /** What stays with the merchant or in escrow, fee included. */
  readonly left: bigint
  readonly feeBefore: bigint
  readonly feeAfter: bigint
  /** What goes back to the merchant of the fee of a direct payment. */
  readonly feeBack: bigint
  /** What is taken back from the merchant of a released escrow. */
  readonly reversed: bigint
}

/** What a refund of so much would lead to, once all refunds that are pending succeed too. */
export function planRefund({ payment, money, escrow }: CardDetail, amountMinor: number): RefundPlan {
  const before = moneyOf(payment.amount_refunded + money.pending, money)
  const after = { ...before, refundedMinor: before.refundedMinor + BigInt(amountMinor) }
  const transferred = { transferredMinor: BigInt(escrow?.amount_transferred ?? 0), reversedMinor: BigInt(money.reversed) }
  return {
    left: leftMinor(after),
    feeBefore: cardFeeMinor(before),
    feeAfter: splitRelease(after).feeMinor,
    feeBack: payment.escrow_mode ? 0n : feeRefundDueMinor(after, feeRefundDueMinor(before, 0n)),
    reversed: reversalDueMinor(after, transferred) - reversalDueMinor(before, transferred),
  }
}

const moneyOf = (refunded: number, { captured, lost, fee_bps: feeBps }: CardDetail['money']): CardMoney => ({
  capturedMinor: BigInt(captured ?? 0),
  refundedMinor: BigInt(refunded),
  pendingMinor: 0n,
  lostMinor: BigInt(lost),
  feeBps: feeBps as CardMoney['feeBps'],
})
