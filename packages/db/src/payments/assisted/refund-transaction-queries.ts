import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { RefundTransactionEntity } from './refund-transaction.entity.ts'

/** A named transaction with what its refund and its payment, which never change, demand of it. */
export interface NamedTransaction extends Pick<RefundTransactionEntity, 'refundId' | 'txId' | 'looks'> {
  readonly paymentId: string
  readonly asset: AssetCode
  /** The address of the refund as blocks spell it. */
  readonly watchKey: string
  /** When the payment was created: no transaction before gives it back. */
  readonly createdAt: Date
}

/** The named transactions of a chain that are due to be looked for while their refunds are watched, those that wait longest first. */
export async function findDueTransactions(
  em: Em,
  { chain, now, limit }: { chain: ChainCode; now: Date; limit: number },
): Promise<NamedTransaction[]> {
  const rows = await tables(em)
    .selectFrom('refund_transaction')
    .innerJoin('assisted_refund', 'assisted_refund.id', 'refund_transaction.refundId')
    .innerJoin('payment', 'payment.id', 'assisted_refund.paymentId')
    .select(['refund_transaction.refundId', 'refund_transaction.txId', 'refund_transaction.looks'])
    .select(['assisted_refund.paymentId', 'assisted_refund.asset', 'assisted_refund.watchKey', 'payment.createdAt'])
    .where('refund_transaction.state', '=', 'waiting')
    .where('refund_transaction.lookAt', '<=', now)
    .where('assisted_refund.chain', '=', chain)
    .where('assisted_refund.state', 'in', ['named', 'paying'])
    .orderBy('refund_transaction.lookAt')
    .limit(limit)
    .execute()
  return rows.flatMap(({ watchKey, ...row }) => (watchKey === null ? [] : [{ ...row, watchKey }]))
}

type Named = Pick<RefundTransactionEntity, 'refundId' | 'txId'>
type Outcome = Pick<RefundTransactionEntity, 'state'> & Partial<Pick<RefundTransactionEntity, 'problem' | 'looks' | 'lookAt'>>

/** Stores what a look for a waiting transaction showed. */
export async function setTransaction(em: Em, { refundId, txId }: Named, outcome: Outcome): Promise<void> {
  await tables(em)
    .updateTable('refund_transaction')
    .set({ problem: null, ...outcome })
    .where('refundId', '=', refundId)
    .where('txId', '=', txId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Has transactions looked for again whose transfers a reorg removed. */
export async function lookAgain(em: Em, { gone, now }: { gone: readonly Named[]; now: Date }): Promise<void> {
  if (gone.length === 0) return
  const [refundIds, txIds] = [gone.map(({ refundId }) => refundId), gone.map(({ txId }) => txId)]
  await sql`UPDATE refund_transaction SET state = 'waiting', looks = 0, look_at = ${now}::timestamptz
    FROM unnest(${refundIds}::uuid[], ${txIds}::text[]) AS gone (refund_id, tx_id)
    WHERE refund_transaction.refund_id = gone.refund_id AND refund_transaction.tx_id = gone.tx_id
      AND refund_transaction.state = 'found'`.execute(tables(em))
}

/** Marks named transactions found that a block counts. */
export async function foundByBlock(em: Em, counted: readonly Named[]): Promise<void> {
  if (counted.length === 0) return
  const [refundIds, txIds] = [counted.map(({ refundId }) => refundId), counted.map(({ txId }) => txId)]
  await sql`UPDATE refund_transaction SET state = 'found', problem = NULL
    FROM unnest(${refundIds}::uuid[], ${txIds}::text[]) AS counted (refund_id, tx_id)
    WHERE refund_transaction.refund_id = counted.refund_id AND refund_transaction.tx_id = counted.tx_id`.execute(tables(em))
}
