import type { Rails } from '@gateway/chains/registry'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'

/** The highest final block of a chain, by depth or by its finalized tag; −1 when there is none. */
export function finalHeightOf(rails: Rails, chain: ChainCode, view: Pick<ChainView, 'height' | 'finalizedHeight'>): number {
  const depth = rails.get(chain)?.finalDepth
  if (depth !== undefined) return view.height - depth + 1
  return view.finalizedHeight === undefined ? -1 : Math.min(view.finalizedHeight, view.height)
}

/** The highest final block up to the cursor; −1 when there is none. */
export async function readFinalHeight(em: Em, rails: Rails, chain: ChainCode): Promise<number> {
  const cursor = await tables(em)
    .selectFrom('chain_cursor')
    .select(['height', 'finalizedHeight'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return cursor ? finalHeightOf(rails, chain, { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined }) : -1
}
