import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { LightningState } from './machine.ts'

/** Ways of a payment, seen from its wallet. */
export const lightningDirections = ['incoming', 'outgoing'] as const
/** Way of a payment, seen from its wallet. */
export type LightningDirection = (typeof lightningDirections)[number]

/** Money that enters or leaves a Lightning wallet. A payment between two wallets of this service has a row in each. */
export interface LightningPayment {
  readonly id: string
  /** The row of its wallet. */
  readonly nodeId: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  /** The merchant's name of the wallet. */
  readonly walletId: string
  readonly direction: LightningDirection
  readonly state: LightningState
  /** SHA-256 of the preimage, 64 hex digits. */
  readonly paymentHash: string
  /** The BOLT11 invoice. */
  readonly paymentRequest: string
  /** What the payee gets; of a settled incoming one what was paid. */
  readonly amountMsat: bigint
  /** What is set aside for the fee, and the limit that the node is given; 0 for incoming ones and inside the service. */
  readonly reserveMsat: bigint
  /** What the route cost; 0 until it is settled. */
  readonly feeMsat: bigint
  readonly description: string | null
  /** Of an outgoing one the invoice or the Lightning Address that was named; null for incoming ones. */
  readonly destination: string | null
  /** The proof of the payment, 64 hex digits; null until it is settled. */
  readonly preimage: string | null
  /** The metadata of the LNURL pay request, byte for byte, whose SHA-256 the invoice carries; null for others. */
  readonly lnurlMetadata: string | null
  readonly expiresAt: Date
  readonly settledAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
