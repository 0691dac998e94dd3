import type { BatchSource } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { contiguousBlocks } from './contiguous-blocks.ts'

/** Where the blocks of a chain come from: the node's own source where it skips heights, otherwise one block for every height. */
export const batchSourceOf = (node: ChainNode): BatchSource => node.openBatches?.() ?? contiguousBlocks(node)
