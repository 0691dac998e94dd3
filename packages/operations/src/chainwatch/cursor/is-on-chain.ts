import type { Position } from '@gateway/chains/rail/block'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'

/** True when the chain as it was read holds a block; one below the oldest block that is remembered cannot be of another branch. */
export async function isOnChain(em: Em, chain: ChainCode, { height, hash }: Position): Promise<boolean> {
  const nearest = await tables(em)
    .selectFrom('chain_block')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .where('height', '<=', height)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
  return !nearest || (nearest.height === height && nearest.hash === hash)
}
