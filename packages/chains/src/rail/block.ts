import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { Receipt } from './chain-node.ts'
import type { FlushLog, OutcomeLog } from './flush-log.ts'
import type { Spend, Transfer } from './transfer.ts'

/** Latest block of a node, and its newest final block (undefined where the chain has no such tag). */
export interface Head {
  readonly height: number
  readonly hash: string
  readonly finalizedHeight: number | undefined
}

/** A place on a chain. */
export interface Position {
  readonly height: number
  readonly hash: string
}

/** Heights from the first to the last, both included. */
export interface HeightRange {
  readonly from: number
  readonly to: number
}

/** One whole block: the cost of reading it does not depend on the number of open payments. */
export interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: Date
  readonly txIds: readonly string[]
  readonly transfers: readonly Transfer[]
  readonly inputs: readonly SpentInput[]
  readonly flushes: readonly FlushLog[]
  /** Only where escrows are contracts. */
  readonly outcomes?: readonly OutcomeLog[]
  /** The outcomes of some of its transactions; only where the block itself tells them, so that no node has to be asked for each. */
  readonly receiptsOf?: (txIds: readonly string[]) => readonly Receipt[]
  /** Only where addresses hold balances; elsewhere `inputs` and `flushes` show what was spent. */
  readonly spends?: readonly Spend[]
}

/**
 * Where the scanner's blocks come from. Heights rise from block to block and may leave some out; `parentHash` is the hash of the block before
 * it, whatever its height.
 */
export interface BatchSource {
  /** The first block above the cursor, which need not continue it; undefined at the head, or when the node has none. */
  nextBatch(cursor: Position, head: Head): Promise<Block | undefined>
  /** The blocks of a range, lowest first. @throws {ChainUnavailable} when the node lacks one. */
  readRange(range: HeightRange): AsyncIterable<Block>
  /** The newest block at or below a height; undefined when the node has none. */
  readUpTo(height: number): Promise<Block | undefined>
}
