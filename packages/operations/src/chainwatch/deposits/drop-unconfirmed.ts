import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { observe, type Sighting, type Touched } from './record-deposits.ts'

/** Transactions that became invalid or left the mempool, and the block that shows it, if any. */
interface Dropped extends Pick<Sighting, 'at' | 'block'> {
  readonly chain: ChainCode
  readonly txIds: readonly string[]
}

/** Drops the unconfirmed deposits of some transactions. @returns the objects that lost deposits. */
export async function dropUnconfirmed(em: Em, { chain, at, block, txIds }: Dropped): Promise<Touched[]> {
  if (txIds.length === 0) return []
  const gone = await tables(em)
    .updateTable('deposit')
    .set({ state: 'gone', goneAt: at, replaced: true })
    .where('chain', '=', chain)
    .where('state', '=', 'seen')
    .where(isOneOf('txId', txIds, 'text'))
    .returning(['id', 'subject', 'subjectId', 'asset', 'units'])
    .execute()
  await observe(em, { chain, at, kind: 'vanished', block }, gone)
  return gone
}
