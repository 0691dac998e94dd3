import type { Bind } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** A transaction that spends an input or nonce of one of our deposits, with that deposit's transaction. */
export interface ConflictingSpend extends Bind {
  readonly rivalOf: string
}

/**
 * Finds deposits whose input or nonce other transactions spend, by one index lookup each. The offset prevents a join, for which the planner would
 * read the whole table.
 */
export async function findConflictingSpends(em: Em, chain: ChainCode, binds: readonly Bind[]): Promise<readonly ConflictingSpend[]> {
  if (binds.length === 0) return []
  const { rows } = await sql<ConflictingSpend>`SELECT spent.bind, spent.tx_id AS "txId", needed.tx_id AS "rivalOf"
    FROM unnest(${binds.map(({ bind }) => bind)}::text[], ${binds.map(({ txId }) => txId)}::text[]) AS spent (bind, tx_id)
    CROSS JOIN LATERAL (SELECT tx_id FROM deposit_input WHERE deposit_input.chain = ${chain} AND deposit_input.bind = spent.bind
      AND deposit_input.tx_id <> spent.tx_id OFFSET 0) AS needed`.execute(tables(em))
  return rows
}
