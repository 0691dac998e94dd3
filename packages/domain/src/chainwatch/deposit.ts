import type { AssetCode, ChainCode } from '../money/asset.ts'

/**
 * Where a deposit stands: `seen` in a mempool, `included` in a block of the best chain, `gone` from both.
 * A deposit is never deleted: what is gone may come back.
 */
export type DepositState = 'seen' | 'included' | 'gone'

/** Money that arrived at one of our addresses: one output, native transfer or token log. */
export interface Deposit {
  /** `<chain>:<ref>`, the idempotency key of its credit. */
  readonly id: string
  readonly chain: ChainCode
  /** Where no transaction names the coins, the same as the ref. */
  readonly txId: string
  /** Null for a token the product does not serve. */
  readonly asset: AssetCode | null
  readonly units: bigint
  readonly state: DepositState
  readonly height: number | null
  /** First sight in the mempool, or the block's time when the watcher was behind. */
  readonly arrivedAt: Date
  /** Arrival of the deposit that its transaction replaces; null where it replaces none. */
  readonly inheritedArrival: Date | null
  /** Sticky: its transaction once disappeared from the mempool. */
  readonly replaced: boolean
  /** Sticky: its block was once orphaned. */
  readonly reorged: boolean
  /** Another final transaction consumed one of its inputs or its sender's nonce, or it has been absent for 72 hours. */
  readonly dead: boolean
}

/** What the watcher knows when it judges: the block it has read up to, the newest final block, the time. */
export interface ChainView {
  readonly height: number
  /** Undefined where the chain has no finalized tag. */
  readonly finalizedHeight: number | undefined
  readonly at: Date
}

/** What kind of object an address belongs to. */
export type WatchSubject = 'payment' | 'treasury'

/** What the scanner can see happening to a deposit. */
export type ObservationKind = 'seen' | 'included' | 'vanished' | 'orphaned' | 'died'
