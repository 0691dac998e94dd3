import { sql } from 'kysely'
import { isOneOf } from '../../kernel/is-one-of.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceQuoteEntity } from './invoice-quote.entity.ts'

/** Every quote of some invoices, oldest first. */
export const findInvoiceQuotes = async (em: Em, { invoiceIds }: { invoiceIds: readonly string[] }): Promise<InvoiceQuoteEntity[]> =>
  invoiceIds.length === 0
    ? []
    : tables(em)
        .selectFrom('invoice_quote')
        .selectAll()
        .where(isOneOf('invoiceId', invoiceIds, 'uuid'))
        .orderBy('validFrom')
        .orderBy('id')
        .execute()

/** The newest quote of an invoice; it may have ended. */
export const findNewestQuote = (em: Em, { invoiceId }: { invoiceId: string }): Promise<InvoiceQuoteEntity | undefined> =>
  tables(em)
    .selectFrom('invoice_quote')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .orderBy('validFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Ends the quotes of an invoice that are in force: its remainder has changed. */
export async function endQuotes(em: Em, { invoiceId, at }: { invoiceId: string; at: Date }): Promise<void> {
  await tables(em)
    .updateTable('invoice_quote')
    .set({ validUntil: sql`greatest(valid_from, ${at}::timestamptz)` })
    .where('invoiceId', '=', invoiceId)
    .where('validUntil', '>', at)
    .execute()
}

/** Raises what a quote asks of its deposits. */
export async function raiseConfirmations(
  em: Em,
  { id, confirmationsRequired, finalityRequired }: Pick<InvoiceQuoteEntity, 'id' | 'confirmationsRequired' | 'finalityRequired'>,
): Promise<void> {
  await tables(em).updateTable('invoice_quote').set({ confirmationsRequired, finalityRequired }).where('id', '=', id).execute()
}
