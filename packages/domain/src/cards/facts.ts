import type { AccountCapabilities } from './processor-account.ts'

/** What objects of the processor have in common. Words of its enumerations are kept as it spells them. */
export interface ProcessorObject {
  readonly id: string
  /** Our intent, from the object's metadata; null for an object that another program made. */
  readonly intentId: string | null
}

/** A checkout session. */
export interface SessionFacts extends ProcessorObject {
  /** `open`, `complete`, `expired`, or a later word. */
  readonly status: string
  /** `paid`, `unpaid`, `no_payment_required`, or a later word. */
  readonly paymentStatus: string
  readonly amountMinor: bigint | null
  /** ISO 4217 in upper case. */
  readonly currency: string | null
  readonly paymentIntentId: string | null
  /** The hosted page; null once it is over. */
  readonly url: string | null
  readonly expiresAt: Date
}

/** A payment intent with its latest charge. */
export interface PaymentIntentFacts extends ProcessorObject {
  /** Our card payment, from the object's metadata; null for an object that another program made. */
  readonly cardPaymentId: string | null
  /** `requires_payment_method`, `processing`, `succeeded`, `canceled`, …, or a later word. */
  readonly status: string
  readonly receivedMinor: bigint
  readonly currency: string
  readonly charge: ChargeFacts | null
  /** The processor's code of the last refused attempt; null without one. */
  readonly declineCode: string | null
}

/** A charge. */
export interface ChargeFacts {
  readonly id: string
  readonly isPaid: boolean
  /** True once a bank has disputed it, however that ended. */
  readonly isDisputed: boolean
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly currency: string
  readonly createdAt: Date
  /** The fee that the platform took of a direct charge; null without one. */
  readonly applicationFeeId: string | null
  readonly applicationFeeMinor: bigint
  readonly paymentIntentId: string | null
  /** What the processor took and what is left; null until it is known. */
  readonly balance: BalanceFacts | null
}

/** A line of the processor's balance; `amount = fee + net`. */
export interface BalanceFacts {
  readonly id: string
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly netMinor: bigint
  readonly currency: string
  /** `charge`, `refund`, `transfer`, `application_fee`, `adjustment`, `payout`, …, or a later word. */
  readonly type: string
  /** The object that it belongs to. */
  readonly sourceId: string | null
  readonly createdAt: Date
}

/** A refund of a charge. */
export interface RefundFacts extends ProcessorObject {
  /** As the processor spells it; `refundInputOf` reads it. */
  readonly status: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly paymentIntentId: string | null
  readonly failureReason: string | null
}

/** A refund of an application fee. */
export interface FeeRefundFacts extends ProcessorObject {
  readonly amountMinor: bigint
  readonly currency: string
}

/** A transfer to a merchant's account. */
export interface TransferFacts extends ProcessorObject {
  readonly amountMinor: bigint
  readonly reversedMinor: bigint
  readonly currency: string
  readonly destination: string | null
  readonly transferGroup: string | null
}

/** A reversal of a transfer. */
export interface ReversalFacts extends ProcessorObject {
  readonly amountMinor: bigint
  readonly currency: string
}

/** A dispute with the lines by which its money moved. */
export interface DisputeFacts {
  readonly id: string
  readonly status: string
  readonly reason: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly paymentIntentId: string | null
  readonly chargeId: string
  readonly evidenceDueAt: Date | null
  readonly hasEvidence: boolean
  readonly submissions: number
  readonly balances: readonly BalanceFacts[]
  readonly createdAt: Date
}

/** What a line of a dispute's balance has withdrawn, below 0 what it gives back; a balance in another currency than the payment has another amount. */
export function withdrawnBy(line: BalanceFacts, { currency, disputedMinor }: { currency: string; disputedMinor: bigint }): bigint {
  if (line.currency === currency || line.amountMinor === 0n) return -line.amountMinor
  return line.amountMinor < 0n ? disputedMinor : -disputedMinor
}

/** A merchant's account. */
export interface AccountFacts extends AccountCapabilities, ProcessorObject {
  readonly country: string | null
}

/** A payout of the processor to a merchant's bank. */
export interface PayoutFacts {
  readonly id: string
  /** `pending`, `in_transit`, `paid`, `failed`, `canceled`, or a later word. */
  readonly status: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly arrivesAt: Date
  readonly failureCode: string | null
  readonly createdAt: Date
}
