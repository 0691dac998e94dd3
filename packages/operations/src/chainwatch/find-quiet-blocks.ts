import type { Block, ChainNode } from '@gateway/chains/rail'
import type { Context } from '../context.ts'
import type { BlocksAhead } from './blocks-ahead.ts'
import { type MatchedBlock, matchBlock } from './match-block.ts'

/** Where a search begins, and how far it may go. */
interface Search {
  readonly node: ChainNode
  readonly ahead: BlocksAhead
  readonly from: Pick<Block, 'height' | 'hash'>
  readonly most: number
}

const LONGEST_RUN = 25
// What a statement carries in one array, and what a run of blocks may take of memory.
const MOST_BINDS = 5_000

/** Blocks that follow a place on the chain and hold nothing for us, up to the first that does or that does not continue the one before it. */
export async function findQuietBlocks(ctx: Context, { node, ahead, from, most }: Search): Promise<Block[]> {
  const blocks: Block[] = []
  let [top, binds] = [from, 0]
  while (blocks.length < Math.min(most, LONGEST_RUN) && binds < MOST_BINDS) {
    const block = await ahead.above(top)
    if (block?.parentHash !== top.hash || !isQuiet(await matchBlock(ctx, node, block))) break
    blocks.push(block)
    binds += block.binds.length
    top = block
  }
  return blocks
}

const isQuiet = ({ hits, flushes, ownTxIds }: MatchedBlock): boolean => hits.length + flushes.length + ownTxIds.length === 0
