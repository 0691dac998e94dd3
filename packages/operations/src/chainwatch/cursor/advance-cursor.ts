import type { Block, Head } from '@gateway/chains/rail/block'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import type { Lease } from './cursor.ts'
import { finalityColumns } from './finality-columns.ts'

/** The block after the cursor, with the node's head. */
export interface Progress {
  readonly lease: Lease
  readonly block: Pick<Block, 'height' | 'hash' | 'at'>
  readonly head: Head
}

const SHORTEST_RING = 200

/** Moves the cursor to a block, in the caller's transaction, and keeps the newest blocks in the chain's ring. */
export async function advanceCursor(em: Em, ctx: Context, { lease: { chain }, block, head }: Progress): Promise<void> {
  const { height, hash, at } = block
  await tables(em)
    .updateTable('chain_cursor')
    .set({
      height,
      hash,
      headHeight: Math.max(head.height, height),
      ...finalityColumns(head, ctx.clock.now()),
      finalWhenRead: head.finalizedHeight ?? null,
      takenBack: 0,
      updatedAt: ctx.clock.now(),
    })
    .where('chain', '=', chain)
    .execute()
  await tables(em).insertInto('chain_block').values({ chain, height, hash, at }).execute()
  const ring = tables(em).selectFrom('chain_block').where('chain', '=', chain)
  const forgotten = ring
    .select('height')
    .orderBy('height', 'desc')
    .offset(ctx.rails.get(chain)?.ringSize ?? SHORTEST_RING)
    .limit(1)
  await tables(em).deleteFrom('chain_block').where('chain', '=', chain).where('height', '<=', forgotten).execute()
}
