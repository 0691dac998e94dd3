import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { MOVE_APPROVALS } from '@gateway/domain/custody/policy'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** Transactions of a chain of which enough operators have said that people have moved coins of the treasury with them. */
export async function findMovedByPeople(em: Em, { chain }: { chain: ChainCode }): Promise<Set<string>> {
  const { rows } = await sql<{ txId: string }>`SELECT DISTINCT tx_id AS "txId" FROM treasury_move WHERE chain = ${chain}
    GROUP BY tx_id, units, fee_units HAVING count(*) >= ${MOVE_APPROVALS}`.execute(tables(em))
  return new Set(rows.map(({ txId }) => txId))
}
