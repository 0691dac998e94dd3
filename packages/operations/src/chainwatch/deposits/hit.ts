import type { Block } from '@gateway/chains/rail/block'
import type { Receipt } from '@gateway/chains/rail/chain-node'
import type { FlushLog, OutcomeLog } from '@gateway/chains/rail/flush-log'
import type { Spend, Transfer } from '@gateway/chains/rail/transfer'
import type { WatchedAddress } from '@gateway/db/chainwatch/watched-address-queries'
import type { UnprovenReason } from '@gateway/domain/chainwatch/deposit'
import type { RefundFacts } from '../../kernel/address-owners.ts'

/** A transfer to one of our addresses. */
export interface Hit {
  readonly transfer: Transfer
  readonly watched: WatchedAddress
}

/** A transfer to one of our addresses that the balance of its receiver does not prove. */
export interface UnprovenHit extends Hit {
  readonly reason: UnprovenReason
}

/** A flush of one of our deposit contracts. */
export interface FlushHit {
  readonly log: Extract<FlushLog, { kind: 'flushed' }>
  readonly watched: WatchedAddress
}

/** An outcome of one of our escrow contracts. */
interface OutcomeHit {
  readonly log: OutcomeLog
  readonly watched: WatchedAddress
}

/** A spend from one of our addresses, where addresses hold balances. */
export interface SpendHit {
  readonly spend: Spend
  readonly watched: WatchedAddress
}

/** Transfers and flushes, on this chain, of addresses of payments of another chain. */
interface WrongChainHits {
  readonly hits: readonly Hit[]
  readonly flushes: readonly FlushHit[]
}

/** The parts of a block that concern us; the rest is dropped. */
export interface MatchedBlock {
  readonly block: Block
  readonly hits: readonly Hit[]
  readonly unproven: readonly UnprovenHit[]
  readonly flushes: readonly FlushHit[]
  readonly outcomes: readonly OutcomeHit[]
  readonly spends: readonly SpendHit[]
  readonly wrongChain: WrongChainHits
  readonly refunds: RefundFacts
  /** Receipts of our own transactions, and of native transfers to us and to payers. */
  readonly receipts: ReadonlyMap<string, Receipt>
  readonly ownTxIds: readonly string[]
}
