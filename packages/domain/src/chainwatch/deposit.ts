import type { AssetCode, ChainCode } from '../money/asset.ts'

/**
 * State of a deposit: `seen` in a mempool, `included` in a block of the best chain, `gone` from both. A deposit is never deleted: a gone
 * one may reappear.
 */
export type DepositState = 'seen' | 'included' | 'gone'

/** Money that arrived at a deposit address: one output, native transfer or token log. */
export interface Deposit {
  /** `<chain>:<ref>`, the idempotency key of its credit. */
  readonly id: string
  readonly chain: ChainCode
  /** Equals the ref for an internal transfer, which no transaction names. */
  readonly txId: string
  /** Null for an unsupported token. */
  readonly asset: AssetCode | null
  readonly units: bigint
  readonly state: DepositState
  readonly height: number | null
  /** First mempool sighting, or the block's time when the watcher was behind. */
  readonly arrivedAt: Date
  /** Arrival of the deposit that its transaction replaces; null without one. */
  readonly inheritedArrival: Date | null
  /** Sticky: its transaction disappeared from the mempool once. */
  readonly replaced: boolean
  /** Sticky: its block was once orphaned. */
  readonly reorged: boolean
  /** Another final transaction consumed one of its inputs or its sender's nonce, or it has been absent for 72 hours. */
  readonly dead: boolean
}

/** The watcher's view of a chain: the cursor height, the newest final block, and the moment that is judged: of a block its own time, which is past while the watcher is behind. */
export interface ChainView {
  readonly height: number
  /** Undefined where the chain has no finalized tag. */
  readonly finalizedHeight: number | undefined
  readonly at: Date
}

/** The kind of object an address belongs to. */
export type WatchSubject = 'payment' | 'escrow' | 'invoice' | 'treasury'

/** Why a transfer is not proven by the balance of its receiver: the node could not tell, or the balance grew by less in the transfer's block. */
export type UnprovenReason = 'balance_unread' | 'above_balance_gain'

/** Observations the scanner makes of a deposit. */
export type ObservationKind = 'seen' | 'included' | 'vanished' | 'orphaned' | 'died'
