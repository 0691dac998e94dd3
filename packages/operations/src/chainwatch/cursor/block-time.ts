import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'

/** The earlier of two moments; a producer may date a block in the future, which counts as now. */
export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** The time of the cursor's block, at most `now`. */
export async function readBlockTime(em: Em, { chain, height }: Pick<ChainCursorEntity, 'chain' | 'height'>, now: Date): Promise<Date> {
  const block = await tables(em)
    .selectFrom('chain_block')
    .select('at')
    .where('chain', '=', chain)
    .where('height', '=', height)
    .executeTakeFirst()
  return block ? earlier(block.at, now) : now
}
