import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { Rail } from '../rail.ts'
import type { BatchSource, Block, Head } from './block.ts'
import type { FeeEstimate } from './fee-estimate.ts'
import type { Transfer } from './transfer.ts'

/** Unconfirmed transactions: every id in the mempool, and the contents of those not seen before. */
export interface MempoolView {
  readonly txIds: ReadonlySet<string>
  readonly transfers: readonly Transfer[]
  readonly inputs: readonly SpentInput[]
}

/** The outcome of a mined transaction. `feeUnits` is its sender's cost in the native coin. */
export interface Receipt {
  readonly txId: string
  readonly succeeded: boolean
  readonly feeUnits: bigint
  /** The block of this outcome, where the node names it: in another block it can differ. */
  readonly blockHash?: string
}

/**
 * Why a node rejects bytes when a higher fee would not help: missing gas money, or another cause such as a missing input, a used nonce or a
 * limit of the node.
 */
export type Obstacle = 'gas_money' | 'not_the_fee'

/** The outcome of a broadcast. `unknown` (timeout, lost connection, odd answer) frees nothing: the same bytes are sent again. */
export type BroadcastOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string; readonly obstacle?: Obstacle }

/** A transaction of ours, and the last block height at which it is accepted. */
export interface Expiring {
  readonly txId: string
  readonly lastValidBlockHeight: number
}

/**
 * The fate of an expiring transaction as one look at one node shows it: a block can still take it, one has it, or none ever can. One look proves
 * nothing: the caller looks again later.
 */
export type Lapse = 'open' | 'landed' | 'lapsed'

/** The fates of expiring transactions by id, and the newest final block that the node knew. */
export interface Lapses {
  readonly finalHeight: number
  readonly fates: ReadonlyMap<string, Lapse>
}

/**
 * A chain's node as used by the chain role. Nodes may lie, stall and forget: every method throws `ChainUnavailable` for an answer of an
 * unexpected shape, and nothing is credited from it.
 */
export interface ChainNode {
  readonly rail: Rail
  /** @throws WrongNetwork when the node serves another network than the rail. */
  checkNetwork(): Promise<void>
  readHead(): Promise<Head>
  /** Undefined when the node has no block at that height on its best chain. */
  readBlock(height: number): Promise<Block | undefined>
  /** Opens the chain's own source of blocks; only where heights are skipped. */
  openBatches?(): BatchSource
  /** `seen` contains the ids whose contents were returned before. Empty on chains without a watched mempool. */
  readMempool(seen: ReadonlySet<string>): Promise<MempoolView>
  /** Receipts of mined transactions, one per id that the node knows. */
  readReceipts(txIds: readonly string[]): Promise<readonly Receipt[]>
  /** The height of the block that holds a transaction; undefined when no block the node knows has it, or the text is no id of one. */
  findHeight(txId: string): Promise<number | undefined>
  estimateFees(): Promise<FeeEstimate>
  /** Spendable native coin of an address at the head, in base units. */
  readBalance(address: string): Promise<bigint>
  /** The same for many addresses at one block, in their order and in one call; only where internal transfers exist. */
  readBalances?(asked: { addresses: readonly string[]; blockHash: string }): Promise<readonly bigint[]>
  /** Whether an address is something else than a plain wallet at the head, such as a contract; only where that can reject a transfer. */
  holdsCode?(address: string): Promise<boolean>
  /** What addresses are at the head, in their order and in a constant number of calls; only where `hasAccounts`. */
  readUses?(addresses: readonly string[]): Promise<readonly AddressUse[]>
  /** The same as `readBalance` for many addresses, in their order; only where an account with too few coins cannot be paid. */
  readCoins?(addresses: readonly string[]): Promise<readonly bigint[]>
  /** The fates of transactions; only where transactions expire. */
  readLapses?(expiring: readonly Expiring[]): Promise<Lapses>
  broadcast(raw: Uint8Array): Promise<BroadcastOutcome>
}
