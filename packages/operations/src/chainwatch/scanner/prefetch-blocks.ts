import type { Block, ChainNode, Head } from '@gateway/chains/rail'

/** A place on a chain. */
interface Standing {
  readonly height: number
  readonly hash: string
}

/** Blocks that are read before they are asked for. */
export interface PrefetchedBlocks {
  /** The node's block above this one, which need not continue it; undefined at the head, or when the node has none. */
  above(parent: Standing): Promise<Block | undefined>
  /** Lets go of everything up to a height. */
  forget(height: number): void
}

// What bounds the memory of a scanner that catches up: so many blocks, and of large ones so few that they hold no more transactions, transfers and spends together than this.
const MOST_AHEAD = 8
const MOST_ENTRIES_AHEAD = 40_000

/**
 * Reads several blocks at once, up to the head and never beyond it; each of them once. How many follows from the largest one so
 * far: up to eight, and one or two once there was a full one.
 *
 * What was read ahead may be of a branch that the chain has left meanwhile. If it does not continue its parent it proves nothing, and the block is
 * read anew: only a block that was read after its parent was known can tell a reorganisation.
 */
export function prefetchBlocks(node: ChainNode, head: Head): PrefetchedBlocks {
  const asked = new Map<number, Promise<Block | undefined>>()
  // Nothing is known of the first block, which may be as large as any.
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
      const width = widthFor(largest ?? MOST_ENTRIES_AHEAD)
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

const widthFor = (largest: number): number => Math.min(MOST_AHEAD, Math.max(1, Math.floor(MOST_ENTRIES_AHEAD / largest)))

const entriesOf = ({ txIds, transfers, binds, flushes }: Block): number => txIds.length + transfers.length + binds.length + flushes.length

/** A failure is met by whoever comes to this block; nobody may. */
function ask(block: Promise<Block | undefined>): Promise<Block | undefined> {
  block.catch(() => {})
  return block
}
