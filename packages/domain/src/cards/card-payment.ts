import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { LanguageTag } from '../kernel/language.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'
import type { CardEscrowState } from './escrow-machine.ts'
import type { CardPaymentState } from './payment-machine.ts'

/**
 * A payment by card. Direct: charged on the merchant's account at the processor, less the platform's fee. Escrow: charged on the platform's, and
 * transferred when it is released. Amounts are in the smallest unit of the currency.
 */
export interface CardPayment {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly state: CardPaymentState
  readonly amountMinor: bigint
  readonly currency: FiatCode
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** Frozen at creation. */
  readonly feeBps: Bps
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  /** Gets the receipts; null for none. */
  readonly customerEmail: string | null
  /** Of the hosted page and the receipts; null follows the browser. */
  readonly language: LanguageTag | null
  /** The escrow that the money belongs to; null for a direct payment. */
  readonly escrowId: string | null
  /** The invoice that it pays; null for most. */
  readonly invoiceId: string | null
  /** The merchant's account at the processor, frozen at creation. */
  readonly processorAccountId: string
  readonly checkoutUrl: string | null
  readonly checkoutSessionId: string | null
  readonly paymentIntentId: string | null
  readonly chargeId: string | null
  /** The platform's fee of a direct charge, at the processor. */
  readonly applicationFeeId: string | null
  /** Null until the charge succeeded. */
  readonly capturedMinor: bigint | null
  /** Σ of the refunds that succeeded. */
  readonly refundedMinor: bigint
  /** Σ of the refunds that may still succeed; they reserve their amounts. */
  readonly pendingMinor: bigint
  /** What disputes have withdrawn of an escrow and not given back; a direct payment's are its merchant's. */
  readonly withdrawnMinor: bigint
  /** The part of it that belongs to lost disputes. */
  readonly lostMinor: bigint
  /** What of the application fee went back to the merchant. */
  readonly feeReturnedMinor: bigint
  /** Why nothing is done with it until an operator decides; null for most. */
  readonly holdReason: string | null
  readonly capturedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** End of the checkout session. */
  readonly expiresAt: Date
}

/** Card money that the platform holds for a merchant until it is released or refunded; its amounts are those of its payment. */
export interface CardEscrow {
  readonly id: string
  readonly paymentId: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly state: CardEscrowState
  /** The transfer at the processor; null until it has answered. */
  readonly processorTransferId: string | null
  /** What the one transfer moved to the merchant; 0 before. */
  readonly transferredMinor: bigint
  /** What was reversed of it. */
  readonly reversedMinor: bigint
  readonly releaseReason: string | null
  readonly releasedAt: Date | null
  /** When it is refunded by itself; null before it is funded. */
  readonly refundAt: Date | null
  /** When the merchant was told that this is near; null again once something has kept them from releasing it. */
  readonly noticedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
