import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Hit } from './hit.ts'

/**
 * Finds deposits of a rescanned block that are already booked as internal transfers: missing as deposits, present as units.
 *
 * Once such a transfer was found at an address in this block or later, no earlier deposit of the asset is booked: an operator can add a missing
 * credit, but a double credit may be paid out.
 */
export async function findUntraced(em: Em, read: { chain: ChainCode; height: number; hits: readonly Hit[] }): Promise<Set<Hit>> {
  const { chain, height, hits } = read
  if (hits.length === 0) return new Set()
  const refs = hits.map(({ transfer }) => transfer.ref)
  const owners = [...new Set(hits.map(({ watched }) => watched.subjectId))]
  const db = tables(em)
  const stored = await db.selectFrom('deposit').select('ref').where('chain', '=', chain).where('ref', 'in', refs).execute()
  const traceless = await db
    .selectFrom('deposit')
    .select(['subjectId', 'asset'])
    .where('subjectId', 'in', owners)
    .where('chain', '=', chain)
    .where('state', '=', 'included')
    .where('height', '>=', height)
    .where('untraced', '=', true)
    .execute()
  const known = new Set(stored.map(({ ref }) => ref))
  const booked = new Set(traceless.map(({ subjectId, asset }) => `${subjectId} ${asset}`))
  return new Set(hits.filter(({ transfer, watched }) => !known.has(transfer.ref) && booked.has(`${watched.subjectId} ${transfer.asset}`)))
}
