import { findCursor, findViews } from '@gateway/db/chainwatch/queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'

/** What confirmations are counted against. */
export type Confirming = Pick<ChainView, 'height' | 'finalizedHeight'>

/** A chain that nobody has read yet. */
export const unread: Confirming = { height: 0, finalizedHeight: undefined }

/** How far each chain has been read. */
export const readViews = (em: Em): Promise<ReadonlyMap<ChainCode, Confirming>> => findViews(em)

/** How far a chain has been read, and until which moment everything that arrived on it is known; undefined before its first reading. */
export async function readProgress(em: Em, chain: ChainCode): Promise<(Confirming & { knownUntil: Date | null }) | undefined> {
  const cursor = await findCursor(em, { chain })
  return cursor && { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined, knownUntil: cursor.knownUntil }
}

/** When a chain last gave up more blocks in a row than a miner's bad luck explains; null if it never has. */
export async function readReorganisation(em: Em, chain: ChainCode): Promise<Date | null> {
  return (await findCursor(em, { chain }))?.reorganisedAt ?? null
}
