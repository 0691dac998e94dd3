import { sql } from 'kysely'
import { isNoneOf, type SweptPage } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceEntity } from '../invoice.entity.ts'

/** Invoices that are overdue since before a moment and do not say so, the longest first. */
export async function findDueInvoices(em: Em, { limit, except, before }: Omit<SweptPage, 'after'> & { before: Date }): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('invoice')
    .select('id')
    .where('state', '=', 'sent')
    .where('overdueAt', '<=', before)
    .where(isNoneOf(sql`invoice.id`, except))
    .orderBy('overdueAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A page of invoices with credited money that no round of forwarding has taken, one for each. */
export async function findUnplannedInvoices(em: Em, { after, limit, except }: SweptPage): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT deposit.subject_id AS id FROM deposit
    WHERE deposit.subject = 'invoice' AND deposit.credit_revision IS NOT NULL AND deposit.intent_id IS NULL AND deposit.held_in = 'payment:held'
      AND deposit.subject_id > ${after} AND ${isNoneOf(sql`deposit.subject_id`, except)}
    ORDER BY deposit.subject_id LIMIT ${limit}`.execute(tables(em))
  return rows.map(({ id }) => id)
}

/** The next invoices by id that something is to come of by the calendar. */
export const findOpenInvoices = (em: Em, { after, limit }: Pick<SweptPage, 'after' | 'limit'>): Promise<InvoiceEntity[]> =>
  tables(em)
    .selectFrom('invoice')
    .selectAll()
    .where('state', '=', 'sent')
    .where('overdueAt', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute() as Promise<InvoiceEntity[]>
