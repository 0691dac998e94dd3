import type { Block, Head } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../context.ts'
import type { Lease } from './cursor.ts'
import { finalityOf } from './finality-of.ts'

/** Blocks that follow the cursor and each other, lowest first, and what the node said about its head. */
export interface Progress {
  readonly lease: Lease
  readonly blocks: readonly Pick<Block, 'height' | 'hash' | 'at'>[]
  readonly head: Head
}

const SHORTEST_RING = 200

/** Sets the cursor on the last of some blocks, in the caller's transaction, and remembers as many of the newest as the chain's ring holds. */
export async function moveCursor(em: Em, ctx: Context, { lease: { chain }, blocks, head }: Progress): Promise<void> {
  const last = blocks.at(-1)
  if (!last) return
  await tables(em)
    .updateTable('chain_cursor')
    .set({
      height: last.height,
      hash: last.hash,
      headHeight: Math.max(head.height, last.height),
      ...finalityOf(head, ctx.clock.now()),
      finalWhenRead: head.finalizedHeight ?? null,
      takenBack: 0,
      updatedAt: ctx.clock.now(),
    })
    .where('chain', '=', chain)
    .execute()
  const rows = blocks.map(({ height, hash, at }) => ({ chain, height, hash, at }))
  await tables(em).insertInto('chain_block').values(rows).execute()
  const forgotten = last.height - (ctx.rails.get(chain)?.ringSize ?? SHORTEST_RING)
  await tables(em).deleteFrom('chain_block').where('chain', '=', chain).where('height', '<=', forgotten).execute()
}
