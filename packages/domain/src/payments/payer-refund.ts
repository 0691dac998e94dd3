import type { Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'

/**
 * A refund from its payer's side. `offered`: an address can be named. `claimed`: it waits for its payout. `paying`: its payout is planned or sent.
 * `returned`: the payout is final. `overtaken`: the payment was completed, so its money went to the merchant.
 */
export type PayerRefundState = 'offered' | 'claimed' | 'paying' | 'returned' | 'overtaken'

/** Why the money is held: less than the full amount arrived in time, it arrived after the window, or the payment failed. */
export type PayerHeldReason = 'underpaid' | 'late' | 'failed'

/** Why a claimed refund is not sent although its hold is over: sending would cost more than it is worth, or something is being checked. */
export type RefundDelay = 'network_fee' | 'check'

/** The payout of a refund on the chain. */
export interface RefundPayout {
  readonly txId: string
  /** Its page in an explorer; null where the network has none. */
  readonly explorerUrl: string | null
}

/** A refund as its payer may see it, by the token of its link alone. */
export interface PayerRefund {
  readonly state: PayerRefundState
  /** What the payer names to the merchant. */
  readonly reference: string
  readonly businessName: string
  /** What the merchant called the payment. */
  readonly description: string | null
  readonly mode: Mode
  readonly asset: AssetCode
  /** The network of the deployment, such as `mainnet` or `regtest`. */
  readonly network: string
  readonly reason: PayerHeldReason
  /** Refunded amount before the network fee, in base units; 0 while its deposits are in no block. */
  readonly units: bigint
  /** The network fee: of the payout once it is signed, else by the current estimate; null without one. */
  readonly networkFeeUnits: bigint | null
  /** False while nothing would remain after the network fee. */
  readonly isWorthSending: boolean
  /** When the unused link expires. */
  readonly offerEndsAt: Date
  /** The named address; null before. */
  readonly address: string | null
  /** The earliest payout, by the later count of the process that recorded the claim and the signer; null before the claim. */
  readonly payableAt: Date | null
  /** Set once the payout may be sent and is not. */
  readonly delay: RefundDelay | null
  /** Set once the payout is broadcast. */
  readonly payout: RefundPayout | null
}
