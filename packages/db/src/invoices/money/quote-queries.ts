import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
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

/** The quotes of some invoices that have not ended at a moment, oldest first. */
export const findQuotesInForce = async (
  em: Em,
  { invoiceIds, at }: { invoiceIds: readonly string[]; at: Date },
): Promise<InvoiceQuoteEntity[]> =>
  invoiceIds.length === 0
    ? []
    : tables(em)
        .selectFrom('invoice_quote')
        .selectAll()
        .where(isOneOf('invoiceId', invoiceIds, 'uuid'))
        .where('validUntil', '>', at)
        .orderBy('validFrom')
        .orderBy('id')
        .execute()

/**
 * The quotes that decide what deposits credit to some invoices, oldest first: of each invoice the first and the newest, those that have credited, and those
 * within whose seconds a deposit arrived, or what it replaces. A page that is looked at for months makes thousands of others.
 */
export async function findDecidingQuotes(em: Em, { invoiceIds }: { invoiceIds: readonly string[] }): Promise<InvoiceQuoteEntity[]> {
  if (invoiceIds.length === 0) return []
  const isDeciding = sql<boolean>`invoice_quote.id IN (
    SELECT edge.id FROM unnest(${[...invoiceIds]}::uuid[]) AS asked (id), LATERAL (
      (SELECT id FROM invoice_quote WHERE invoice_id = asked.id ORDER BY valid_from, id LIMIT 1) UNION ALL
      (SELECT id FROM invoice_quote WHERE invoice_id = asked.id ORDER BY valid_from DESC, id DESC LIMIT 1)) AS edge
    UNION ALL
    SELECT invoice_quote_id FROM invoice_credit WHERE invoice_id = ANY (${[...invoiceIds]}::uuid[]) AND invoice_quote_id IS NOT NULL
    UNION ALL
    SELECT quoted.id FROM deposit, unnest(ARRAY[deposit.arrived_at, deposit.inherited_arrival]) AS came (at), invoice_quote AS quoted
      WHERE deposit.subject = 'invoice' AND deposit.subject_id = ANY (${[...invoiceIds]}::text[]) AND quoted.invoice_id = deposit.subject_id::uuid
        AND quoted.valid_from < date_trunc('second', came.at) + interval '1 second' AND quoted.valid_until > date_trunc('second', came.at))`
  return tables(em)
    .selectFrom('invoice_quote')
    .selectAll()
    .where(isOneOf('invoiceId', invoiceIds, 'uuid'))
    .where(isDeciding)
    .orderBy('validFrom')
    .orderBy('id')
    .execute()
}

/** The confirmations that some invoices ask of their deposits, by invoice: the most that any of its quotes asks. One without a quote has none. */
export async function findStrictest(
  em: Em,
  { invoiceIds }: { invoiceIds: readonly string[] },
): Promise<ReadonlyMap<string, ConfirmationPolicy>> {
  if (invoiceIds.length === 0) return new Map()
  const { rows } = await sql<ConfirmationPolicy & { invoiceId: string }>`
    SELECT invoice_id AS "invoiceId", max(confirmations_required) AS confirmations, bool_or(finality_required) AS finality
      FROM invoice_quote WHERE invoice_id = ANY (${[...invoiceIds]}::uuid[]) GROUP BY invoice_id`.execute(tables(em))
  return new Map(rows.map(({ invoiceId, confirmations, finality }) => [invoiceId, { confirmations, finality }]))
}

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
