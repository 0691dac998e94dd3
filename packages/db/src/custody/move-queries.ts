import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A transaction that has taken coins out of the treasury, and how many. */
export interface TreasuryMove {
  readonly chain: ChainCode
  readonly txId: string
  readonly units: bigint
  readonly feeUnits: bigint
}

/** Waits until nobody else says anything of the same transaction; held until the caller's transaction ends, so that each word counts those before it. */
export async function lockMove(em: Em, { chain, txId }: Pick<TreasuryMove, 'chain' | 'txId'>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`treasury_move|${chain}|${txId}`}, 0))`.execute(tables(em))
}

/** Transactions of a chain of which enough operators have said the same. */
export async function findMovedByPeople(em: Em, { chain, approvals }: { chain: ChainCode; approvals: number }): Promise<Set<string>> {
  const { rows } = await sql<{ txId: string }>`SELECT DISTINCT tx_id AS "txId" FROM treasury_move WHERE chain = ${chain}
    GROUP BY tx_id, units, fee_units HAVING count(*) >= ${approvals}`.execute(tables(em))
  return new Set(rows.map(({ txId }) => txId))
}

/** How many different operators have said of a transaction that it has moved so much. */
export async function countMoves(em: Em, { chain, txId, units, feeUnits }: TreasuryMove): Promise<number> {
  const rows = await tables(em)
    .selectFrom('treasury_move')
    .select('operator')
    .where('chain', '=', chain)
    .where('txId', '=', txId)
    .where('units', '=', units)
    .where('feeUnits', '=', feeUnits)
    .execute()
  return rows.length
}
