import type { ChainCode } from '@gateway/domain/money/asset'
import type { RefundSums } from '@gateway/domain/payments/assess-refund'
import type { OpenRefund } from '@gateway/domain/payments/match-refund'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { isOneOf } from '../../kernel/is-one-of.ts'
import { portions } from '../../kernel/portions.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { AssistedRefundEntity } from './assisted-refund.entity.ts'
import type { RefundTransferEntity } from './refund-transfer.entity.ts'

/** Addresses of one chain, as blocks spell them. */
interface WatchKeys {
  readonly chain: ChainCode
  readonly keys: readonly string[]
}

/** The payments with a refund that is watched at some addresses. */
export async function findWatchingPayments(em: Em, { chain, keys }: WatchKeys): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('assisted_refund')
    .select('paymentId')
    .distinct()
    .where('chain', '=', chain)
    .where(isOneOf('watchKey', keys, 'text'))
    .where('state', 'in', ['named', 'paying'])
    .execute()
  return rows.map(({ paymentId }) => paymentId)
}

/** A watched refund with its address. */
export interface WatchedRefund extends OpenRefund {
  readonly watchKey: string
}

const COUNTED = sql<string>`(SELECT coalesce(sum(counted.units), 0) FROM refund_transfer counted
  WHERE counted.refund_id = assisted_refund.id AND counted.state <> 'gone')`

/** The refunds that are watched at some addresses, locked in the order of their ids, with what transfers in blocks cover. */
export async function lockWatchedRefunds(em: Em, { chain, keys }: WatchKeys): Promise<WatchedRefund[]> {
  const rows = await tables(em)
    .selectFrom('assisted_refund')
    .select(['id', 'asset', 'units', 'asks', 'namedAt', 'startHeight', 'watchKey', COUNTED.as('counted')])
    .where('chain', '=', chain)
    .where(isOneOf('watchKey', keys, 'text'))
    .where('state', 'in', ['named', 'paying'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.flatMap(({ counted, namedAt, startHeight, watchKey, ...row }) =>
    namedAt === null || startHeight === null || watchKey === null
      ? []
      : [{ ...row, namedAt, startHeight, watchKey, countedUnits: BigInt(counted) }],
  )
}

/** The payments of some refunds. */
export async function findPaymentsOfRefunds(em: Em, ids: readonly string[]): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('assisted_refund')
    .select('paymentId')
    .distinct()
    .where(isOneOf('id', ids, 'uuid'))
    .execute()
  return rows.map(({ paymentId }) => paymentId)
}

/** Stores what a refund has paid while its state stays. */
export async function setPaidUnits(em: Em, { id, paidUnits }: { id: string; paidUnits: bigint }): Promise<void> {
  await tables(em).updateTable('assisted_refund').set({ paidUnits }).where('id', '=', id).execute()
}

/** Refunds by id, in order, locked. */
export async function lockAssistedRefunds(em: Em, ids: readonly string[]): Promise<AssistedRefundEntity[]> {
  if (ids.length === 0) return []
  return tables(em)
    .selectFrom('assisted_refund')
    .selectAll()
    .where(isOneOf('id', ids, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<AssistedRefundEntity[]>
}

/** The same with all transfers, those that a reorg removed too. */
interface StoredSums extends RefundSums {
  readonly assignedUnits: bigint
}

/** The units of the transfers of some refunds, by refund; none without a transfer. */
export async function sumRefundTransfers(em: Em, refundIds: readonly string[]): Promise<ReadonlyMap<string, StoredSums>> {
  const { rows } = await sql<{
    id: string
    assigned: string
    counted: string
    final: string
  }>`SELECT refund_id AS id, sum(units)::text AS assigned,
      coalesce(sum(units) FILTER (WHERE state <> 'gone'), 0)::text AS counted, coalesce(sum(units) FILTER (WHERE state = 'final'), 0)::text AS final
    FROM refund_transfer WHERE refund_id = ANY (${[...refundIds]}::uuid[]) GROUP BY 1`.execute(tables(em))
  return new Map(
    rows.map(({ id, assigned, counted, final }) => [
      id,
      { assignedUnits: BigInt(assigned), countedUnits: BigInt(counted), finalUnits: BigInt(final) },
    ]),
  )
}

/** Stored transfers by their names on the chain. */
export async function findTransfersByRef(
  em: Em,
  { chain, refs }: { chain: ChainCode; refs: readonly string[] },
): Promise<RefundTransferEntity[]> {
  if (refs.length === 0) return []
  return tables(em)
    .selectFrom('refund_transfer')
    .selectAll()
    .where('chain', '=', chain)
    .where(isOneOf('ref', refs, 'text'))
    .execute() as Promise<RefundTransferEntity[]>
}

/** Stores transfers, and moves those that are stored into their new block; the refund of a stored one stays unless it had none. */
export async function storeRefundTransfers(em: Em, rows: readonly RefundTransferEntity[]): Promise<void> {
  for (const portion of portions(rows))
    await tables(em)
      .insertInto('refund_transfer')
      .values(portion)
      .onConflict((oc) =>
        oc.columns(['chain', 'ref']).doUpdateSet((eb) => ({
          refundId: eb.fn.coalesce('refund_transfer.refundId', 'excluded.refundId'),
          units: eb.ref('excluded.units'),
          state: eb.ref('excluded.state'),
          height: eb.ref('excluded.height'),
          blockHash: eb.ref('excluded.blockHash'),
          arrivedAt: eb.ref('excluded.arrivedAt'),
        })),
      )
      .execute()
}

/** A counted transfer that is not final, with the policy of the payment that it gives back. */
export interface UnsettledTransfer extends Pick<Payment, 'confirmationsRequired' | 'finalityRequired'> {
  readonly ref: string
  readonly refundId: string
  readonly height: number
}

/** The counted transfers of a chain that wait for their confirmations. */
export async function findUnsettledTransfers(em: Em, { chain }: { chain: ChainCode }): Promise<UnsettledTransfer[]> {
  const rows = await tables(em)
    .selectFrom('refund_transfer')
    .innerJoin('assisted_refund', 'assisted_refund.id', 'refund_transfer.refundId')
    .innerJoin('payment', 'payment.id', 'assisted_refund.paymentId')
    .select(['refund_transfer.ref', 'refund_transfer.refundId', 'refund_transfer.height'])
    .select(['payment.confirmationsRequired', 'payment.finalityRequired'])
    .where('refund_transfer.chain', '=', chain)
    .where('refund_transfer.state', '=', 'included')
    .execute()
  return rows.flatMap(({ refundId, height, ...row }) => (refundId === null || height === null ? [] : [{ ...row, refundId, height }]))
}

/** Marks transfers final. */
export async function finalizeTransfers(em: Em, { chain, refs }: { chain: ChainCode; refs: readonly string[] }): Promise<void> {
  if (refs.length === 0) return
  await tables(em)
    .updateTable('refund_transfer')
    .set({ state: 'final' })
    .where('chain', '=', chain)
    .where(isOneOf('ref', refs, 'text'))
    .where('state', '=', 'included')
    .execute()
}

/** A block that a reorg removed. */
interface Orphaned {
  readonly chain: ChainCode
  readonly height: number
}

/** Takes the transfers of a removed block back, final ones too. @returns their refunds with their transactions. */
export const orphanTransfers = (em: Em, { chain, height }: Orphaned): Promise<Pick<RefundTransferEntity, 'refundId' | 'txId'>[]> =>
  tables(em)
    .updateTable('refund_transfer')
    .set({ state: 'gone', height: null, blockHash: null })
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', '!=', 'gone')
    .returning(['refundId', 'txId'])
    .execute()

/** Lets no transfer count by itself any more for refunds that were named after a removed block: what is older may look new. */
export async function askFromHere(em: Em, { chain, height }: Orphaned): Promise<void> {
  await tables(em)
    .updateTable('assisted_refund')
    .set({ asks: true })
    .where('chain', '=', chain)
    .where('startHeight', '>=', height)
    .where('asks', '=', false)
    .execute()
}
