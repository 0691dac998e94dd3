import type { Block, Head } from '@gateway/chains/rail'
import { stirs } from '@gateway/db/chainwatch/queries'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { holdCursor, type Lease } from './cursor.ts'
import { moveCursor } from './move-cursor.ts'

/** Blocks in which nothing was found for us, lowest first. */
export interface QuietRun {
  readonly lease: Lease
  readonly blocks: readonly Block[]
  readonly head: Head
}

/**
 * Moves the cursor over blocks that mean nothing, in one transaction: the same rows as one block after another would leave.
 *
 * @returns false, with nothing written, when one of them does not continue the one before it, or when any of them could mean something by its mere
 * height or by what it uses up. They have to be recorded one by one then.
 * @throws {LeaseLost} when another scanner has taken over; nothing is written then.
 */
export async function recordQuietBlocks(ctx: Context, { lease, blocks, head }: QuietRun): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    if (!isChain([cursor, ...blocks])) return false
    const binds = [...new Set(blocks.flatMap((block) => block.binds.map(({ bind }) => bind)))]
    if (await stirs(em, { chain: lease.chain, above: cursor.height, upTo: cursor.height + blocks.length, binds })) return false
    await moveCursor(em, ctx, { lease, blocks, head })
    return true
  })
}

/** True when each block is the child of the one before it. */
function isChain(blocks: readonly (Pick<Block, 'height' | 'hash'> & Partial<Pick<Block, 'parentHash'>>)[]): boolean {
  return blocks.every((block, index) => {
    const parent = blocks[index - 1]
    return !parent || (block.height === parent.height + 1 && block.parentHash === parent.hash)
  })
}
