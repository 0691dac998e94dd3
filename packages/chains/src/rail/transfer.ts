import type { AssetCode } from '@gateway/domain/money/asset'

/** A transfer to an address: a transaction output, native transfer or token log. */
export interface Transfer {
  /**
   * Unique on the chain, and the same in whichever block its transaction is mined: `txid:vout`, `txHash:native` or
   * `txHash:token:to:number`.
   */
  readonly ref: string
  readonly txId: string
  readonly to: string
  /** Null for an unsupported token; then `token` names its contract. */
  readonly asset: AssetCode | null
  readonly token: string | null
  readonly units: bigint
  /** True when its transaction may have failed although a block shows it; the receipt tells. */
  readonly needsReceipt?: true
  /** Number of its output in the transaction, where it is one. */
  readonly vout?: number
  /** Index of its log in the block, where it is one; it differs in another block. */
  readonly logIndex?: number
  /** True when no output or log of a transaction shows it: a balance told, or a flush that paid out more than was known. */
  readonly untraced?: true
  /** Confirmations before the coins can be spent at all; absent where the chain requires none. */
  readonly leastConfirmations?: number
  /** The account that holds the tokens of `to`, where they lie in accounts of their own. */
  readonly tokenAccount?: string
}

/** What a transaction took from an address, on a chain whose addresses hold balances instead of outputs; its fee is included. */
export interface Spend {
  readonly txId: string
  readonly from: string
  /** Null for an unsupported token; then `token` names its contract. */
  readonly asset: AssetCode | null
  readonly token: string | null
  readonly units: bigint
}
