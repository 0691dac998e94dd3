import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from './context.ts'

/** The parts of a block that concern refunds which merchants pay. */
export interface RefundFacts {
  /** Transfers to the addresses of refunds that have happened. */
  readonly transfers: readonly Transfer[]
  /** True while an earlier transfer of the chain waits for its confirmations. */
  readonly hasUnsettled: boolean
}

/** A block with its transfers to the addresses of refunds, within the scanner's transaction. */
export interface RefundBlock {
  readonly chain: ChainCode
  readonly block: Pick<Block, 'height' | 'hash' | 'at'>
  readonly facts: RefundFacts
  readonly view: ChainView
  /** The arrival of what it holds. */
  readonly at: Date
}

/** A block that a reorg removed. */
export interface RemovedBlock {
  readonly chain: ChainCode
  readonly height: number
  readonly view: ChainView
}

/** A scanner at the head of its chain. */
export interface CaughtUpScan {
  readonly lease: { readonly chain: ChainCode; readonly lease: string }
  readonly node: ChainNode
  /** The height up to which the chain is read. */
  readonly height: number
}

/** What the room of refunds does about blocks: the scanner reads and records, the room judges. */
export interface RefundWatcher {
  blockRecorded(em: Em, ctx: Context, block: RefundBlock): Promise<void>
  /** @returns the complete refunds that are not complete any more. */
  blockRemoved(em: Em, ctx: Context, block: RemovedBlock): Promise<string[]>
  /** Looks for the transactions that merchants have named. @throws {ChainUnavailable} when the node does not answer. */
  findNamed(ctx: Context, scan: CaughtUpScan): Promise<void>
}
