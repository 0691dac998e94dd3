import type { Block, FlushLog, Receipt, Transfer } from '@gateway/chains/rail'
import type { WatchedAddress } from '@gateway/db/chainwatch/watched-address-queries'

/** A transfer to one of our addresses. */
export interface Hit {
  readonly transfer: Transfer
  readonly watched: WatchedAddress
}

/** A flush of one of our deposit contracts. */
export interface FlushHit {
  readonly log: Extract<FlushLog, { kind: 'flushed' }>
  readonly watched: WatchedAddress
}

/** The parts of a block that concern us; the rest is dropped. */
export interface MatchedBlock {
  readonly block: Block
  readonly hits: readonly Hit[]
  readonly flushes: readonly FlushHit[]
  /** Receipts of our own transactions and of native transfers to us. */
  readonly receipts: ReadonlyMap<string, Receipt>
  readonly ownTxIds: readonly string[]
}
