import type { Transfer } from '@gateway/chains/rail/transfer'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Hit } from '../deposits/hit.ts'

type Known = Pick<DepositEntity, 'ref' | 'subjectId' | 'asset' | 'units' | 'state' | 'dead'>

/**
 * Rematches internal transfers with those that a reorg orphaned at the same address, as far as the amounts fit: no transaction names them, so
 * nothing else identifies them. The rest are new deposits.
 */
export async function rematchUntraced(em: Em, chain: ChainCode, hits: readonly Hit[]): Promise<Hit[]> {
  const owners = [...new Set(hits.map(({ watched }) => watched.subjectId))]
  if (owners.length === 0) return []
  const known: Known[] = await tables(em)
    .selectFrom('deposit')
    .select(['ref', 'subjectId', 'asset', 'units', 'state', 'dead'])
    .where('chain', '=', chain)
    .where('subjectId', 'in', owners)
    .where('untraced', '=', true)
    .orderBy('arrivedAt')
    .orderBy('id')
    .execute()
  return hits.flatMap((hit) => partsOf(hit, known))
}

function partsOf(hit: Hit, known: readonly Known[]): Hit[] {
  const { watched, transfer } = hit
  const own = known.filter(({ subjectId, asset }) => subjectId === watched.subjectId && asset === transfer.asset)
  const parts: Hit[] = []
  let left = transfer.units
  for (const { ref, units, state, dead } of own) {
    if (state !== 'gone' || dead || units > left) continue
    parts.push({ watched, transfer: { ...transfer, ref, units } })
    left -= units
  }
  return left === 0n ? parts : [...parts, { watched, transfer: { ...transfer, ...freshNames(transfer, own), units: left } }]
}

/** An internal transfer orphaned from another block may already use the name. */
function freshNames({ ref, txId }: Transfer, own: readonly Known[]): Pick<Transfer, 'ref' | 'txId'> {
  const taken = new Set(own.map((deposit) => deposit.ref))
  let name = ref
  for (let number = 2; taken.has(name); number++) name = `${ref}/${number}`
  // Without a visible transaction the name is the only identity.
  return { ref: name, txId: txId === ref ? name : txId }
}
