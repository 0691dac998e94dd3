import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceGiveBackEntity } from './invoice-give-back.entity.ts'

/** What was given back of an invoice from elsewhere, oldest first. The tenant is the caller's to check. */
export const findGivenBack = (em: Em, { invoiceId }: { invoiceId: string }): Promise<InvoiceGiveBackEntity[]> =>
  tables(em).selectFrom('invoice_give_back').selectAll().where('invoiceId', '=', invoiceId).orderBy('givenAt').orderBy('id').execute()

/** The ids of those deposits of an invoice that a refund has taken, whether it is final or on its way. */
export async function findTakenBack(em: Em, { invoiceId }: { invoiceId: string }): Promise<ReadonlySet<string>> {
  const rows = await tables(em)
    .selectFrom('deposit')
    .innerJoin('spend_intent', 'spend_intent.id', 'deposit.intentId')
    .select('deposit.id')
    .where('deposit.subject', '=', 'invoice')
    .where('deposit.subjectId', '=', invoiceId)
    .where('spend_intent.purpose', '=', 'invoice_refund')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
