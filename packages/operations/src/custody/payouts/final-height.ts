import type { Rails } from '@gateway/chains/registry'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'

/** The highest block that counts as final on a chain: by depth, or by the chain's own finalized tag; −1 when there is none yet. */
export function finalHeightOf(rails: Rails, chain: ChainCode, view: Pick<ChainView, 'height' | 'finalizedHeight'>): number {
  const depth = rails.get(chain)?.finalDepth
  if (depth !== undefined) return view.height - depth + 1
  return view.finalizedHeight === undefined ? -1 : Math.min(view.finalizedHeight, view.height)
}

/** The highest block of those that were read that counts as final; −1 when there is none yet. */
export async function readFinalHeight(em: Em, rails: Rails, chain: ChainCode): Promise<number> {
  const cursor = await tables(em)
    .selectFrom('chain_cursor')
    .select(['height', 'finalizedHeight'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return cursor ? finalHeightOf(rails, chain, { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined }) : -1
}
