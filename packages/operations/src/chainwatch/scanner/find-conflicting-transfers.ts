import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Hit } from '../deposits/hit.ts'

/**
 * What a block that is read again tells of a transaction's transfers to an address of which it is recorded otherwise: a node had kept back a log of them,
 * so names that count them have moved on to other amounts. None of these is recorded, for what is known would be once more; the flush of the address
 * tells what is missing.
 */
export async function findConflictingTransfers(
  em: Em,
  read: { chain: ChainCode; height: number; hits: readonly Hit[] },
): Promise<Set<Hit>> {
  const { chain, height, hits } = read
  if (hits.length === 0) return new Set()
  const stored = await tables(em)
    .selectFrom('deposit')
    .select(['ref', 'units'])
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', '=', 'included')
    .execute()
  const unitsOf = new Map(stored.map(({ ref, units }) => [ref, units]))
  const differs = ({ ref, units }: Hit['transfer']): boolean => (unitsOf.get(ref) ?? units) !== units
  const kinds = new Set(hits.flatMap(({ transfer }) => (differs(transfer) ? [kindOf(transfer)] : [])))
  return new Set(hits.filter(({ transfer }) => kinds.has(kindOf(transfer))))
}

/** What a name counts: the transfers of a token that a transaction makes to a receiver. */
const kindOf = ({ txId, token, to }: Hit['transfer']): string => `${txId}:${token}:${to}`
