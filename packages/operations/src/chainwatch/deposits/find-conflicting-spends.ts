import { spentInputs } from '@gateway/db/chainwatch/spent-inputs'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** A transaction that spends an input or nonce of one of our deposits, with that deposit's transaction. */
export interface ConflictingSpend extends SpentInput {
  readonly rivalOf: string
}

/** Large integers arrive as text. */
type ConflictingRow = Omit<ConflictingSpend, 'sequence'> & { readonly sequence: string }

/**
 * Finds deposits whose input or nonce other transactions spend, by one index lookup each. The offset prevents a join, for which the planner would
 * read the whole table.
 */
export async function findConflictingSpends(em: Em, chain: ChainCode, inputs: readonly SpentInput[]): Promise<readonly ConflictingSpend[]> {
  if (inputs.length === 0) return []
  const { rows } = await sql<ConflictingRow>`SELECT spent.resource, spent.sequence, spent.tx_id AS "txId", needed.tx_id AS "rivalOf"
    FROM ${spentInputs(inputs)}
    CROSS JOIN LATERAL (SELECT tx_id FROM deposit_input WHERE deposit_input.chain = ${chain} AND deposit_input.resource = spent.resource
      AND deposit_input.sequence = spent.sequence AND deposit_input.tx_id <> spent.tx_id OFFSET 0) AS needed`.execute(tables(em))
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
}
