import type { ChainCode } from '@gateway/domain/money/asset'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { FlushEntity } from './flush.entity.ts'

/** Payouts of deposit contracts that are final and not settled yet, in the order of the chain. */
export async function findDueFlushes(em: Em, { chain, finalHeight }: { chain: ChainCode; finalHeight: number }): Promise<FlushEntity[]> {
  return tables(em)
    .selectFrom('flush')
    .selectAll()
    .where('chain', '=', chain)
    .where('subject', '=', 'payment')
    .where('intentId', 'is', null)
    .where('problem', 'is', null)
    .where('height', '<=', finalHeight)
    .orderBy('height')
    .orderBy('txPlace')
    .orderBy('logPlace')
    .execute() as Promise<FlushEntity[]>
}
