import { owned } from '../kernel/owned.ts'
import { insertTogether } from '../kernel/insert-together.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'
import type { CardRefundEntity } from './card-refund.entity.ts'

/** Refunds as the role that calls the processor writes them back. */
export const ownCardRefunds = owned('card_refund', { frozen: ['paymentId', 'amountMinor', 'reason'] })

/** Stores a refund. */
export const insertRefund = (em: Em, refund: CardRefundEntity): Promise<unknown> =>
  insertTogether(em, [{ into: 'card_refund', rows: [refund] }])

/** A refund, by our id or the processor's. */
export const readRefund = (em: Em, of: { id: string } | { processorRefundId: string }): Promise<CardRefundEntity | undefined> =>
  tables(em)
    .selectFrom('card_refund')
    .selectAll()
    .where((eb) => eb.and(of))
    .executeTakeFirst() as Promise<CardRefundEntity | undefined>

/** A refund, locked FOR UPDATE; lock its payment first. */
export const lockRefund = (em: Em, { id }: { id: string }): Promise<CardRefundEntity | undefined> =>
  tables(em).selectFrom('card_refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    CardRefundEntity | undefined
  >

/** Ids of the refunds of a payment that the processor knows. */
export async function readAnsweredRefunds(em: Em, { paymentId }: { paymentId: string }): Promise<string[]> {
  const answered = tables(em).selectFrom('card_refund').select('id').where('paymentId', '=', paymentId)
  const rows = await answered.where('processorRefundId', 'is not', null).orderBy('createdAt').execute()
  return rows.map(({ id }) => id)
}

/** Writes what refunds have reserved of a locked card payment. */
export const saveReserve = (em: Em, payment: Pick<CardPaymentEntity, 'id' | 'pendingMinor' | 'updatedAt'>): Promise<void> =>
  updateTogether(em, { table: 'card_payment', columns: ['pendingMinor', 'updatedAt'], rows: [payment] })
