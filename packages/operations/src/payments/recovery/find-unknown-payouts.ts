import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import { spentDeposits } from '@gateway/db/chainwatch/spent-inputs'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** A mined transaction from addresses of the gateway without an attempt. */
export interface UnknownPayout {
  readonly txId: string
  readonly height: number
  readonly blockHash: string
  /** The account whose nonce it has used; null where outputs are spent. */
  readonly sender: string | null
  readonly nonce: bigint | null
  /** True while it paid committed recipients and its payouts wait for the ledger. */
  readonly isUnsettled: boolean
}

/** Money left in a way that no payout terms allow. */
export class UnattributedSpend extends Error {
  override readonly name = 'UnattributedSpend'
  constructor(txId: string, problem: string) {
    super(`Transaction ${txId} ${problem}`)
  }
}

/** Mined transactions from addresses of the gateway, oldest first, without an attempt and in no recovery yet. Third parties flush contracts at will. */
export async function findUnknownMined(em: Em, { chain }: { chain: ChainCode }): Promise<UnknownPayout[]> {
  const { rows } =
    await sql<UnknownPayout>`SELECT sent.tx_id AS "txId", sent.height, sent.block_hash AS "blockHash", sent.sender, sent.nonce,
      EXISTS (SELECT FROM flush WHERE flush.chain = sent.chain AND flush.tx_id = sent.tx_id AND flush.intent_id IS NULL AND flush.problem IS NULL)
        AS "isUnsettled"
    FROM outgoing_transaction sent WHERE sent.chain = ${chain} AND (sent.sender IS NOT NULL OR NOT sent.committed_flush)
      AND NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.chain = sent.chain AND spend_attempt.handle = sent.tx_id)
      AND NOT EXISTS (SELECT FROM unattributed_payout WHERE unattributed_payout.chain = sent.chain AND unattributed_payout.tx_id = sent.tx_id)
    ORDER BY sent.height, sent.tx_id`.execute(tables(em))
  return rows.map((row) => ({ ...row, nonce: row.nonce === null ? null : BigInt(row.nonce) }))
}

/** True while the mempool has a transaction that spends a deposit and belongs to no attempt. */
export async function isUnknownWaiting(em: Em, node: RecoveryNode): Promise<boolean> {
  if (!node.rail.watchesMempool) return false
  const { inputs } = await node.readMempool(new Set())
  const { rows } = await sql`SELECT FROM ${spentDeposits(node.rail.chain, inputs)}
    WHERE NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.chain = deposit.chain AND spend_attempt.handle = spent.tx_id) LIMIT 1`.execute(
    tables(em),
  )
  return rows.length > 0
}

/** What a transaction has paid out, in words; empty when it paid no known payment. */
export async function describePaid(em: Em, { chain, txId }: { chain: ChainCode; txId: string }): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('flush')
    .leftJoin('payout_terms', 'payout_terms.id', 'flush.payoutTermsId')
    .select(['flush.subjectId', 'payout_terms.subject'])
    .where('flush.chain', '=', chain)
    .where('flush.txId', '=', txId)
    .orderBy('flush.logPlace')
    .execute()
  return rows.map(({ subject, subjectId }) => `${subject === 'refund' ? 'refunded' : 'paid out'} payment ${subjectId}`)
}

/** Stores that a transaction of the gateway has no attempt any more, so that it is neither an alarm nor reported again. */
export async function recordForgotten(em: Em, lost: { chain: ChainCode; recoveryId: string; payout: UnknownPayout }): Promise<void> {
  const { chain, recoveryId, payout } = lost
  const row = { chain, txId: payout.txId, recoveryId, height: payout.height }
  await tables(em)
    .insertInto('unattributed_payout')
    .values(row)
    .onConflict((oc) => oc.columns(['chain', 'txId']).doNothing())
    .execute()
}
