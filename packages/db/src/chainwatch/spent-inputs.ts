import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'

/** Inputs with the transactions that consume them, as rows `spent (resource, sequence, tx_id)` of a query. */
export function spentInputs(inputs: readonly SpentInput[]): RawBuilder<unknown> {
  const resources = inputs.map(({ resource }) => resource)
  const sequences = inputs.map(({ sequence }) => sequence)
  const txIds = inputs.map(({ txId }) => txId)
  return sql`unnest(${resources}::text[], ${sequences}::bigint[], ${txIds}::text[]) AS spent (resource, sequence, tx_id)`
}

/** The same, joined with the deposits whose outputs are consumed. */
export const spentDeposits = (chain: ChainCode, inputs: readonly SpentInput[]): RawBuilder<unknown> =>
  sql`${spentInputs(inputs)} JOIN deposit ON deposit.chain = ${chain} AND deposit.tx_id = spent.resource AND deposit.vout = spent.sequence`
