import type { Block, ChainNode, Head } from '@gateway/chains/rail'

/** A position on a chain. */
interface Standing {
  readonly height: number
  readonly hash: string
}

/** Prefetched blocks. */
export interface PrefetchedBlocks {
  /** The node's block above this one, which need not continue it; undefined at the head, or when the node has none. */
  above(parent: Standing): Promise<Block | undefined>
  /** Drops every block up to a height. */
  forget(height: number): void
}

// Limits that bound memory while catching up: the number of blocks ahead, and their transactions, transfers and spends together.
const MAX_AHEAD = 8
const MAX_ENTRIES_AHEAD = 40_000

/**
 * Prefetches blocks up to the head, each once: up to eight, or as few as one when the largest so far was full.
 *
 * A prefetched block may belong to an abandoned branch. If it does not continue its parent it is read anew: only a block read after its parent can
 * prove a reorg.
 */
export function prefetchBlocks(node: ChainNode, head: Head): PrefetchedBlocks {
  const asked = new Map<number, Promise<Block | undefined>>()
  // The first block may be of any size.
  let largest: number | undefined
  const read = async (height: number): Promise<Block | undefined> => {
    const block = await node.readBlock(height)
    if (block) largest = Math.max(largest ?? 0, entriesOf(block))
    return block
  }
  return {
    async above(parent) {
      const height = parent.height + 1
      const early = asked.get(height)
      const width = widthFor(largest ?? MAX_ENTRIES_AHEAD)
      for (let next = height; next < height + width && next <= head.height; next++) if (!asked.has(next)) asked.set(next, ask(read(next)))
      const block = await asked.get(height)
      if (!early || block?.parentHash === parent.hash) return block
      asked.clear()
      return read(height)
    },
    forget(height) {
      for (const known of asked.keys()) if (known <= height) asked.delete(known)
    },
  }
}

const widthFor = (largest: number): number => Math.min(MAX_AHEAD, Math.max(1, Math.floor(MAX_ENTRIES_AHEAD / largest)))

const entriesOf = ({ txIds, transfers, binds, flushes }: Block): number => txIds.length + transfers.length + binds.length + flushes.length

/** Only the reader of this block sees its failure, if there is one; an unread block must not raise an unhandled rejection. */
function ask(block: Promise<Block | undefined>): Promise<Block | undefined> {
  block.catch(() => {})
  return block
}
