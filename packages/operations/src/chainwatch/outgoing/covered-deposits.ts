import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { Em } from '@gateway/db/orm'
import { type Tables, tables } from '@gateway/db/tables'
import { type ExpressionOrFactory, sql, type SqlBool } from 'kysely'

/** A deposit that a flush has paid out. */
export type Covered = Pick<DepositEntity, 'id' | 'units' | 'creditRevision' | 'reorged' | 'intentId' | 'heldIn'>

const COVERED = ['id', 'units', 'creditRevision', 'reorged', 'intentId', 'heldIn'] as const

/**
 * The deposits that a flush paid out: those whose outputs it spent; of a contract, those at the address after the previous flush and before this one.
 *
 * Deposits later in the same block stay at the address.
 */
export async function coveredBy(em: Em, flush: FlushEntity): Promise<Covered[]> {
  const { subject, subjectId, asset, chain, height, txPlace, logPlace, spent } = flush
  if (spent) return readCovered(em, (eb) => eb('id', 'in', [...spent]))
  const place = sql`(deposit.height, deposit.tx_place, deposit.log_place)`
  const earlier = sql`SELECT FROM flush earlier WHERE earlier.chain = ${chain} AND earlier.subject_id = ${subjectId} AND earlier.asset = ${asset}
    AND (earlier.height, earlier.tx_place, earlier.log_place) < (${height}, ${txPlace}, ${logPlace})
    AND (earlier.height, earlier.tx_place, earlier.log_place) >= ${place}`
  return tables(em)
    .selectFrom('deposit')
    .select(COVERED)
    .where('chain', '=', chain)
    .where('subject', '=', subject)
    .where('subjectId', '=', subjectId)
    .where('asset', '=', asset)
    .where('state', '=', 'included')
    .where(sql<boolean>`${place} < (${height}, ${txPlace}, ${logPlace})`)
    .where(sql<boolean>`NOT EXISTS (${earlier})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stored deposits that a condition selects. */
export const readCovered = (em: Em, where: ExpressionOrFactory<Tables, 'deposit', SqlBool>): Promise<Covered[]> =>
  tables(em).selectFrom('deposit').select(COVERED).where(where).orderBy('id').forUpdate().execute()
