import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Hit } from '../deposits/hit.ts'

/**
 * Finds transfers of a rescanned block that conflict with recorded ones of the same transaction, token and address: a node had hidden a log, so
 * numbered names now stand for other amounts. None is recorded, because known transfers would be recorded twice; the flush of the address shows
 * the missing amount.
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

/** The group that a numbered name counts in: transfers of one token by one transaction to one receiver. */
const kindOf = ({ txId, token, to }: Hit['transfer']): string => `${txId}:${token}:${to}`
