import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
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

/** True of an unsupported token that somebody has flushed since: a flush pays out the whole balance. `deposit` is the table's name in the query. */
export function wasFlushed(deposit: string) {
  const its = (column: string) => sql.ref(`${deposit}.${column}`)
  return sql<boolean>`(${its('asset')} IS NULL AND EXISTS (SELECT FROM unsupported_token_flush gone
    WHERE gone.chain = ${its('chain')} AND gone.subject_id = ${its('subject_id')} AND gone.token = ${its('token')}
      AND (gone.height, gone.tx_place, gone.log_place) > (${its('height')}, ${its('tx_place')}, ${its('log_place')})))`
}
