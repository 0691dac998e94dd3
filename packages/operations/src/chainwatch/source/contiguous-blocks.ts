import { ChainUnavailable } from '@gateway/chains/errors'
import type { BatchSource, Block, HeightRange } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'

/** Reads the block at a height. */
type ReadBlock = ChainNode['readBlock']

// Limits that bound memory while catching up: the number of blocks ahead, and their transactions, transfers and spends together.
const MAX_AHEAD = 8
const MAX_ENTRIES_AHEAD = 40_000

/** The blocks of a chain that has one at every height up to its head. */
export function contiguousBlocks(node: ChainNode): BatchSource {
  const read: ReadBlock = async (height) => {
    const block = await node.readBlock(height)
    if (block && block.height !== height) throw new ChainUnavailable(node.rail.chain, `it gave block ${block.height} for ${height}`)
    return block
  }
  return { nextBatch: readAhead(read), readRange: (range) => readRange(node, read, range), readUpTo: read }
}

/**
 * Prefetches blocks up to the head, each once: up to eight, or as few as one when the largest so far was full.
 *
 * A prefetched block may belong to an abandoned branch. If it does not continue its parent it is read anew: only a block read after its parent can
 * prove a reorg.
 */
function readAhead(readBlock: ReadBlock): BatchSource['nextBatch'] {
  const asked = new Map<number, Promise<Block | undefined>>()
  // The first block may be of any size.
  let largest: number | undefined
  const read: ReadBlock = async (height) => {
    const block = await readBlock(height)
    if (block) largest = Math.max(largest ?? 0, entriesOf(block))
    return block
  }
  return async (cursor, head) => {
    for (const known of asked.keys()) if (known <= cursor.height) asked.delete(known)
    const height = cursor.height + 1
    const early = asked.get(height)
    const width = widthFor(largest ?? MAX_ENTRIES_AHEAD)
    for (let next = height; next < height + width && next <= head.height; next++) if (!asked.has(next)) asked.set(next, ask(read(next)))
    const block = await asked.get(height)
    if (!early || block?.parentHash === cursor.hash) return block
    asked.clear()
    return read(height)
  }
}

async function* readRange({ rail }: ChainNode, read: ReadBlock, { from, to }: HeightRange): AsyncGenerator<Block> {
  for (let height = from; height <= to; height++) {
    const block = await read(height)
    if (!block) throw new ChainUnavailable(rail.chain, `it has no block ${height}`)
    yield block
  }
}

const widthFor = (largest: number): number => Math.min(MAX_AHEAD, Math.max(1, Math.floor(MAX_ENTRIES_AHEAD / largest)))

const entriesOf = ({ txIds, transfers, inputs, flushes }: Block): number => txIds.length + transfers.length + inputs.length + flushes.length

/** Only the reader of this block sees its failure, if there is one; an unread block must not raise an unhandled rejection. */
function ask(block: Promise<Block | undefined>): Promise<Block | undefined> {
  block.catch(() => {})
  return block
}
