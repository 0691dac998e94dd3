import type { AssistedRefund } from '@gateway/domain/payments/assisted-refund'
import { sql } from 'kysely'
import { isNoneOf, type SweptPage } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { AssistedRefundEntity } from './assisted-refund.entity.ts'
import type { RefundTransactionEntity } from './refund-transaction.entity.ts'
import type { RefundTransferEntity } from './refund-transfer.entity.ts'

/** Until the transaction ends nobody else starts or renews a refund of a payment. An advisory lock, the one its trigger takes: the api may not change the payment. */
export async function lockRefundsOf(em: Em, { paymentId }: { paymentId: string }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${paymentId}, 0))`.execute(tables(em))
}

/** Stores a new refund, which is offered. */
export async function insertAssistedRefund(em: Em, refund: AssistedRefund): Promise<void> {
  const { tokenHash, payTokenHash, ...columns } = refund
  await tables(em)
    .insertInto('assisted_refund')
    .values({ ...columns, tokenHash: Buffer.from(tokenHash), payTokenHash: Buffer.from(payTokenHash) })
    .execute()
}

/** The refunds of a payment that its merchant pays, oldest first. */
export const listAssistedRefunds = (em: Em, { paymentId }: { paymentId: string }): Promise<AssistedRefundEntity[]> =>
  all(em).where('paymentId', '=', paymentId).orderBy('offeredAt').orderBy('id').execute() as Promise<AssistedRefundEntity[]>

/** A refund by its id alone, locked: what blocks show of it is written later. */
export const lockAssistedRefund = (em: Em, { id }: { id: string }): Promise<AssistedRefundEntity | undefined> =>
  all(em).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<AssistedRefundEntity | undefined>

/** The refund that one of its two links was given out for. */
export const findAssistedByHash = (em: Em, { tokenHash }: { tokenHash: Buffer }): Promise<AssistedRefundEntity | undefined> =>
  all(em)
    .where((refund) => refund.or([refund('tokenHash', '=', tokenHash), refund('payTokenHash', '=', tokenHash)]))
    .executeTakeFirst() as Promise<AssistedRefundEntity | undefined>

const all = (em: Em) => tables(em).selectFrom('assisted_refund').selectAll()

/** The transfers that count for some refunds, or did before a reorg, oldest first. */
export async function findRefundTransfers(em: Em, { refundIds }: { refundIds: readonly string[] }): Promise<RefundTransferEntity[]> {
  if (refundIds.length === 0) return []
  return transfers(em)
    .where('refundId', 'in', [...refundIds])
    .execute()
}

/** A refund with an address, and the time before which no transfer can be of its payment. */
interface AskedOf {
  readonly refund: Pick<AssistedRefundEntity, 'chain' | 'asset' | 'watchKey'>
  readonly since: Date
  readonly most: number
}

/** Transfers to the address of a refund that count for none until their transaction is named, oldest first. */
export const findAskedTransfers = (em: Em, { refund, since, most }: AskedOf): Promise<RefundTransferEntity[]> =>
  transfers(em)
    .where('refundId', 'is', null)
    .where('chain', '=', refund.chain)
    .where('watchKey', '=', refund.watchKey ?? '')
    .where('asset', '=', refund.asset)
    .where('state', '!=', 'gone')
    .where('arrivedAt', '>=', since)
    .limit(most)
    .execute()

const transfers = (em: Em) => tables(em).selectFrom('refund_transfer').selectAll().orderBy('arrivedAt').orderBy('ref')

/** The transactions that were named for some refunds, oldest first. */
export async function findRefundTransactions(em: Em, { refundIds }: { refundIds: readonly string[] }): Promise<RefundTransactionEntity[]> {
  if (refundIds.length === 0) return []
  return tables(em)
    .selectFrom('refund_transaction')
    .selectAll()
    .where('refundId', 'in', [...refundIds])
    .orderBy('namedAt')
    .orderBy('txId')
    .execute()
}

/** Has a node asked for a transaction, at once; one that was refused is asked for again, and any other stays as it is. */
export async function nameTransaction(
  em: Em,
  { refundId, txId, by, now }: { refundId: string; txId: string; by: string; now: Date },
): Promise<void> {
  const waiting = { state: 'waiting', problem: null, lookAt: now } as const
  await tables(em)
    .insertInto('refund_transaction')
    .values({ refundId, txId, namedBy: by, namedAt: now, looks: 0, ...waiting })
    .onConflict((conflict) => conflict.columns(['refundId', 'txId']).doUpdateSet(waiting).where('refund_transaction.state', '=', 'refused'))
    .execute()
}

/**
 * Refunds whose offer has ended, a page at a time in id order: without an address at once, with one two hours after its chain was read beyond the end, unless
 * a transfer was ever seen or a named transaction waits.
 */
export async function findExpiredRefunds(
  em: Em,
  { now, after, limit, except }: SweptPage & { now: Date },
): Promise<Pick<AssistedRefundEntity, 'id' | 'paymentId'>[]> {
  return expired(em, now)
    .where('asked.id', '>', after)
    .where(isNoneOf(sql`asked.id`, except))
    .orderBy('asked.id')
    .limit(limit)
    .execute()
}

/** The same of one refund. */
export const isExpiredRefund = async (em: Em, { id, now }: { id: string; now: Date }): Promise<boolean> =>
  (await expired(em, now).where('asked.id', '=', id).executeTakeFirst()) !== undefined

const expired = (em: Em, now: Date) =>
  tables(em)
    .selectFrom('assisted_refund as asked')
    .select(['asked.id', 'asked.paymentId'])
    .where(sql<boolean>`asked.state IN ('offered', 'named')`)
    .where('asked.offerEndsAt', '<=', now)
    .where(sql<boolean>`(asked.state = 'offered' OR ${isUnpaid(now)})`)

/** A transaction that was sent in time is in a block within two hours, or the refund is renewed. */
const isUnpaid = (now: Date) => sql<boolean>`(asked.offer_ends_at <= ${now}::timestamptz - interval '2 hours'
  AND EXISTS (SELECT FROM chain_cursor WHERE chain_cursor.chain = asked.chain AND chain_cursor.known_until >= asked.offer_ends_at + interval '2 hours')
  AND NOT EXISTS (SELECT FROM refund_transfer WHERE refund_transfer.refund_id = asked.id)
  AND NOT EXISTS (SELECT FROM refund_transaction WHERE refund_transaction.refund_id = asked.id AND refund_transaction.state = 'waiting'))`
