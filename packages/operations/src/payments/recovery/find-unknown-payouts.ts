import type { RecoveryNode, StoredTransaction } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** The position of a transaction without an attempt. */
export interface TransactionLocation {
  readonly txId: string
  /** Null while unmined. */
  readonly height: number | null
  readonly blockHash: string | null
}

/** A transaction of the gateway that the database does not know, with its bytes. */
export interface UnknownPayout {
  readonly at: TransactionLocation
  readonly stored: StoredTransaction
}

/** Money left in a way that no payout terms allow; no recovery ends before an operator has explained it. */
export class UnattributedSpend extends Error {
  override readonly name = 'Unexplained'
  constructor(txId: string, problem: string) {
    super(`Transaction ${txId} ${problem}; signing stays paused until it is explained`)
  }
}

/** Mined transactions from addresses of the gateway, oldest first, without an attempt and without an explanation. */
export async function findUnknownMined(em: Em, { chain }: { chain: ChainCode }): Promise<TransactionLocation[]> {
  const { rows } =
    await sql<TransactionLocation>`SELECT outgoing_transaction.tx_id AS "txId", outgoing_transaction.height, outgoing_transaction.block_hash AS "blockHash" FROM outgoing_transaction
    WHERE outgoing_transaction.chain = ${chain}
      AND NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.chain = outgoing_transaction.chain AND spend_attempt.handle = outgoing_transaction.tx_id)
      AND NOT EXISTS (SELECT FROM unattributed_payout WHERE unattributed_payout.chain = outgoing_transaction.chain AND unattributed_payout.tx_id = outgoing_transaction.tx_id)
    ORDER BY outgoing_transaction.height, outgoing_transaction.tx_id`.execute(tables(em))
  return rows
}

/** Mempool transactions that spend a deposit and belong to no attempt. */
export async function findUnknownWaiting(em: Em, node: RecoveryNode): Promise<TransactionLocation[]> {
  const { binds } = await node.readMempool(new Set())
  const { rows } = await sql<{ txId: string }>`SELECT DISTINCT spent.tx_id AS "txId"
    FROM unnest(${binds.map(({ bind }) => bind)}::text[], ${binds.map(({ txId }) => txId)}::text[]) AS spent (bind, tx_id)
    JOIN deposit ON deposit.chain = ${node.rail.chain} AND deposit.ref = spent.bind
    WHERE NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.chain = deposit.chain AND spend_attempt.handle = spent.tx_id)`.execute(
    tables(em),
  )
  return rows.map(({ txId }) => ({ txId, height: null, blockHash: null }))
}

/** Stores a transaction of the gateway that belongs to no known payment, so that it is not reported again. */
export async function recordUnattributed(em: Em, lost: { chain: ChainCode; recoveryId: string; at: TransactionLocation }): Promise<void> {
  const { chain, recoveryId, at } = lost
  const row = { chain, txId: at.txId, recoveryId, height: at.height ?? 0 }
  await tables(em)
    .insertInto('unattributed_payout')
    .values(row)
    .onConflict((oc) => oc.columns(['chain', 'txId']).doNothing())
    .execute()
}
