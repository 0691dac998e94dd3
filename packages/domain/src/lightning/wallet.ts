import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'

/** A custodial Lightning wallet of a business; its balance is in the ledger, in accounts that its id owns. */
export interface LightningWallet {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  /** The merchant's own name of it; unique for each merchant and mode. */
  readonly walletId: string
  /** The part of its Lightning Address before the `@`, in lower case; null until one is registered. It never changes and never moves. */
  readonly username: string | null
  readonly createdAt: Date
}

/** What a wallet has, in millisatoshis. */
export interface LightningBalance {
  /** What it can spend now. */
  readonly availableMsat: bigint
  /** What is set aside for sends that have no end yet, inside the service too. */
  readonly reservedMsat: bigint
}
