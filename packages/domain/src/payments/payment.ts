import type { BusinessId, MerchantId, Mode, PaymentId } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'
import type { Quote } from '../rates/quote.ts'
import type { LateVerdict } from './late-payment.ts'
import type { Movements, Resolution } from './movements.ts'
import type { PaymentState } from './machine.ts'

/** Exceptions of a payment, in any state. */
export type PaymentException = 'underpaid' | 'overpaid' | 'late' | 'multiple' | 'wrong_asset' | 'replaced' | 'reorged'

/**
 * A merchant's request for money in one asset at one address. Its terms are frozen at creation; later changes of the business do not apply.
 */
export interface Payment {
  readonly id: PaymentId
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly asset: AssetCode
  readonly chain: ChainCode
  /** Used for no other payment, before or after. */
  readonly address: string
  readonly state: PaymentState
  readonly currency: FiatCode
  /** The merchant's request in the currency's smallest unit. */
  readonly fiatMinor: bigint
  /** The request in US cents at the quote. */
  readonly usdCents: bigint
  /** The amount the payer is asked to send, in base units. */
  readonly dueUnits: bigint
  /** How much of it may be missing. */
  readonly toleranceUnits: bigint
  /** The tolerance granted by the business; null for payments created before this field existed. */
  readonly toleranceBps: Bps | null
  /** The rules it was created under. */
  readonly rulesId: string
  readonly quoteId: string
  readonly payoutTermsId: string
  readonly feeBps: Bps
  readonly expiresAt: Date
  readonly confirmationsRequired: number
  /** The block must also be final, at any depth. */
  readonly finalityRequired: boolean
  /** Sum of the seen or mined deposits of its asset. */
  readonly receivedUnits: bigint
  /** Refunded to the payer, network fee included; final. */
  readonly refundedUnits: bigint
  /** Total ever planned for refunds; from then on no further deposit completes the payment. */
  readonly returningUnits: bigint
  /** Lowest block by which every needed deposit is mined; null while one is unmined. */
  readonly includedHeight: number | null
  readonly exceptions: readonly PaymentException[]
  /** Verdict on late money; null without one. */
  readonly lateVerdict: LateVerdict | null
  /** The quote of that verdict. */
  readonly lateQuoteId: string | null
  /** When the merchant accepted the received amount as the whole amount. */
  readonly acceptedAt: Date | null
  /** How it became good, by its amounts at its confirmation; null before. */
  readonly resolution: Resolution | null
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

/** A payment with its derived facts that its payer sees. */
export interface PayableFacts {
  readonly payment: Payment
  readonly quote: Quote
  /** Capped at the required number. */
  readonly confirmations: number
  /** Wallet URI with the address and the amount still due; the full amount once nothing is due. */
  readonly paymentUri: string
  /** The text of the QR image: that URI, or the plain address where wallets misread it. */
  readonly qrText: string
  /** The hosted checkout page. */
  readonly checkoutUrl: string
}

/** A payment with all its derived facts, those of what arrived for it and left it too. */
export interface PaymentFacts extends PayableFacts {
  /** How far the chain was read, and its newest final block; confirmations of deposits count from them. */
  readonly height: number
  readonly finalizedHeight: number | undefined
  readonly movements: Movements
}
