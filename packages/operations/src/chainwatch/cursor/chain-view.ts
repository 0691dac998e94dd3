import { findCursor, findViews } from '@gateway/db/chainwatch/cursor-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'

/** The chain state that confirmations are counted against. */
export type Confirming = Pick<ChainView, 'height' | 'finalizedHeight'>

/** A chain without a cursor. */
export const unread: Confirming = { height: 0, finalizedHeight: undefined }

/** The progress of each chain. */
export const readViews = (em: Em): Promise<ReadonlyMap<ChainCode, Confirming>> => findViews(em)

/** A chain's progress, with the moment up to which all arrivals are known; undefined before the first block. */
export async function readProgress(em: Em, chain: ChainCode): Promise<(Confirming & { knownUntil: Date | null }) | undefined> {
  const cursor = await findCursor(em, { chain })
  return cursor && { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined, knownUntil: cursor.knownUntil }
}

/** When a chain last had a reorg of unusual depth; null if never. */
export async function readReorganisation(em: Em, chain: ChainCode): Promise<Date | null> {
  return (await findCursor(em, { chain }))?.reorganisedAt ?? null
}
