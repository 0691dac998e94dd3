import type { BusinessId, MerchantId, Mode, PaymentId } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'
import type { Quote } from '../rates/quote.ts'
import type { LateVerdict } from './late-payment.ts'
import type { PaymentState } from './machine.ts'

/** What may be unusual about a payment, whatever its state. */
export type PaymentException = 'underpaid' | 'overpaid' | 'late' | 'multiple' | 'wrong_asset' | 'replaced' | 'reorged'

/** A merchant's request for money in one asset at one address. Terms are frozen at creation; later changes of the business do not touch them. */
export interface Payment {
  readonly id: PaymentId
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly asset: AssetCode
  readonly chain: ChainCode
  /** Unique for life: never used before, never used again. */
  readonly address: string
  readonly state: PaymentState
  readonly currency: FiatCode
  /** The merchant's request in the currency's smallest unit. */
  readonly fiatMinor: bigint
  /** The request in US cents at the quote. */
  readonly usdCents: bigint
  /** What the customer is asked to send, in base units. */
  readonly dueUnits: bigint
  /** How much of it may be missing. */
  readonly toleranceUnits: bigint
  /** What its business granted of that; null of payments that are older than this member. */
  readonly toleranceBps: Bps | null
  /** The rules it was created under, by which it is judged for ever. */
  readonly rulesId: string
  readonly quoteId: string
  readonly commitId: string
  readonly feeBps: Bps
  readonly expiresAt: Date
  readonly confirmationsRequired: number
  /** The chain must also call the block final, whatever its depth. */
  readonly finalityRequired: boolean
  /** Sum of the deposits of the right asset that are seen or mined. */
  readonly receivedUnits: bigint
  /** What has gone back to who sent it, network fee included; final. */
  readonly refundedUnits: bigint
  /** What was ever planned to go back; from then on nothing that arrives completes the payment. */
  readonly returningUnits: bigint
  /** Lowest block that holds a needed deposit's last part; null while one of them is unconfirmed. */
  readonly includedHeight: number | null
  readonly exceptions: readonly PaymentException[]
  /** What was decided about money that came after the window; null while nothing was. */
  readonly lateVerdict: LateVerdict | null
  /** The price by which it was decided. */
  readonly lateQuoteId: string | null
  /** When the merchant accepted what had come as if it were all. */
  readonly acceptedAt: Date | null
  readonly txId: string | null
  readonly forwardTxId: string | null
  readonly platformTxId: string | null
  /** The three add up to receivedUnits; null before `confirmed`. */
  readonly feeUnits: bigint | null
  readonly merchantUnits: bigint | null
  readonly networkFeeUnits: bigint | null
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly detectedAt: Date | null
  readonly confirmedAt: Date | null
  readonly forwardedAt: Date | null
}

/** A payment with what a client is shown beside its row. */
export interface PaymentFacts {
  readonly payment: Payment
  readonly quote: Quote
  /** Capped at the required number. */
  readonly confirmations: number
  /** Wallet URI with address and exact amount. */
  readonly paymentUri: string
}
