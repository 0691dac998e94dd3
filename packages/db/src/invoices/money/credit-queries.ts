import { isOneOf } from '../../kernel/is-one-of.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceCreditEntity } from './invoice-credit.entity.ts'

/** The credits of some invoices that no reorganisation has taken back, oldest first. */
export const findCredits = async (em: Em, { invoiceIds }: { invoiceIds: readonly string[] }): Promise<InvoiceCreditEntity[]> =>
  invoiceIds.length === 0
    ? []
    : tables(em)
        .selectFrom('invoice_credit')
        .selectAll()
        .where(isOneOf('invoiceId', invoiceIds, 'uuid'))
        .where('reversedAt', 'is', null)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()

/** Takes credits back whose deposits are in no block any more. */
export async function reverseCredits(em: Em, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  if (ids.length === 0) return
  await tables(em)
    .updateTable('invoice_credit')
    .set({ reversedAt: at })
    .where('id', 'in', [...ids])
    .execute()
}

/** Adds the credit of a card payment. @returns false when it has one. */
export async function insertCardCredit(em: Em, credit: InvoiceCreditEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('invoice_credit')
    .values(credit)
    .onConflict((oc) => oc.column('cardPaymentId').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
