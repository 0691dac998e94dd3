import type { Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { AssistedRefundState, RefundTransferState } from './assisted-refund.ts'

/** A transfer that pays a refund, as a page shows it. */
export interface ShownRefundTransfer {
  readonly txId: string
  /** Its page in an explorer; null where the network has none. */
  readonly explorerUrl: string | null
  readonly units: bigint
  readonly state: RefundTransferState
}

/** A transaction that was named for a refund, and what a node said of it. */
export interface NamedTransaction {
  readonly txId: string
  readonly state: 'waiting' | 'found' | 'refused'
  /** Why it does not count; null unless it was refused. */
  readonly problem: string | null
}

/** A refund that the merchant pays, as whoever holds one of its two links may see it. */
export interface PayableRefund {
  readonly state: AssistedRefundState
  /** What the payer names to the merchant: the payment's id. */
  readonly reference: string
  readonly businessName: string
  /** What the merchant called the payment. */
  readonly description: string | null
  /** Why the merchant refunds. */
  readonly reason: string | null
  readonly mode: Mode
  readonly asset: AssetCode
  /** The network of the deployment, such as `mainnet` or `regtest`. */
  readonly network: string
  readonly units: bigint
  /** The same in the smallest unit of `currency`. */
  readonly fiatMinor: bigint
  readonly currency: FiatCode
  readonly offerEndsAt: Date
  /** The named address; null before. */
  readonly address: string | null
  /** Opens the wallet of whoever pays, with address and open amount; null before an address is named, and once nothing is open. */
  readonly paymentUri: string | null
  /** Final transfers, as far as they count. */
  readonly paidUnits: bigint
  /** What is still to be paid, transfers that are not final left out of it too. */
  readonly openUnits: bigint
  readonly transfers: readonly ShownRefundTransfer[]
  /** Transactions that were named for it. */
  readonly named: readonly NamedTransaction[]
}
