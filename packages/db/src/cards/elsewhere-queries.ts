import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'

/** The ids at the processor of every refund of a payment that we have a row for. */
export async function readRefundNames(em: Em, { paymentId }: { paymentId: string }): Promise<Set<string>> {
  const rows = await tables(em).selectFrom('card_refund').select('processorRefundId').where('paymentId', '=', paymentId).execute()
  return new Set(rows.flatMap(({ processorRefundId: id }) => (id === null ? [] : [id])))
}

/** The intents of a payment for a purpose that were not refused: what names one of them is ours. */
export async function readIntentsOf(
  em: Em,
  { purpose, paymentId }: { purpose: ProcessorPurpose; paymentId: string },
): Promise<{ ids: Set<string>; isOpen: boolean }> {
  const rows = await tables(em)
    .selectFrom('processor_intent')
    .select(['id', 'state'])
    .where((eb) => eb.and({ purpose, paymentId }))
    .where('state', '<>', 'void')
    .execute()
  return { ids: new Set(rows.map(({ id }) => id)), isOpen: rows.some(({ state }) => state !== 'final') }
}

/** Which reversals the ledger has transfers of. */
export async function readBooked(em: Em, { refs }: { refs: readonly string[] }): Promise<Set<string>> {
  const booked = sql<{ ref: string }>`SELECT ref FROM transfer WHERE kind = 'card_reversal' AND ref = ANY(${[...refs]})`
  const { rows } = await booked.execute(tables(em))
  return new Set(rows.map(({ ref }) => ref))
}

/** The payment whose escrow a transfer of the processor released. */
export async function findByTransfer(em: Em, { transferId }: { transferId: string }): Promise<CardPaymentEntity | undefined> {
  const of = tables(em).selectFrom('card_payment').innerJoin('card_escrow', 'card_escrow.paymentId', 'card_payment.id')
  return of.selectAll('card_payment').where('card_escrow.processorTransferId', '=', transferId).executeTakeFirst() as Promise<
    CardPaymentEntity | undefined
  >
}
