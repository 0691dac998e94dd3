import { owned, type OwnerScope } from '../kernel/owned.ts'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { ClientEntity } from './client.entity.ts'
import type { CreditNoteEntity } from './credit-note.entity.ts'
import type { InvoiceEntity } from './invoice.entity.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Invoices as commands of their merchant read and change them: never their number. */
export const ownInvoices = owned('invoice', { frozen: ['number'] })

/** Clients as their merchant reads and changes them. */
export const ownClients = owned('client', { frozen: [] })

/** Credit notes as their merchant reads them. */
export const ownCreditNotes = owned('credit_note', { frozen: [] })

/** Any invoice, for its public page and for the rails, which are every tenant's. */
export const readInvoice = (em: Em, { id }: { id: string }): Promise<InvoiceEntity | undefined> =>
  tables(em).selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst() as Promise<InvoiceEntity | undefined>

/** The same, locked FOR UPDATE: what either rail credits follows one another. */
export const lockInvoice = (em: Em, { id }: { id: string }): Promise<InvoiceEntity | undefined> =>
  tables(em).selectFrom('invoice').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<InvoiceEntity | undefined>

/** The days on which invoices were created, both included, each as the moment it begins in UTC. */
interface CreatedDays {
  readonly createdFrom?: Date | undefined
  readonly createdTo?: Date | undefined
}

/** Which invoices to list. */
interface InvoiceFilter extends CreatedDays {
  readonly scope: OwnerScope
  readonly state?: InvoiceEntity['state'] | undefined
  readonly clientId?: string | undefined
  readonly bounds: PageBounds
}

/** A page of invoices, newest first, and how many match in all. */
export async function listInvoices(em: Em, filter: InvoiceFilter): Promise<{ rows: InvoiceEntity[]; total: number }> {
  const { merchantId, mode, businessId } = filter.scope
  let all = tables(em).selectFrom('invoice').where('merchantId', '=', merchantId).where('mode', '=', mode)
  if (businessId !== undefined) all = all.where('businessId', '=', businessId)
  if (filter.state !== undefined) all = all.where('state', '=', filter.state)
  if (filter.clientId !== undefined) all = all.where('clientId', '=', filter.clientId)
  for (const condition of createdWithin(filter)) all = all.where(condition)
  const { rows, total } = await readPage({ shown: all.selectAll(), all }, filter.bounds)
  // Every column of the table was selected.
  return { rows: rows as InvoiceEntity[], total }
}

/** The day on which an invoice was created, where its business is. */
const ownDay = sql`(invoice.created_at AT TIME ZONE (SELECT home.time_zone FROM business home WHERE home.id = invoice.business_id))::date`

/** True of invoices of these days of their business. No place is a day away from UTC, so an index finds those that may be. */
const createdWithin = ({ createdFrom, createdTo }: CreatedDays): RawBuilder<SqlBool>[] => [
  ...(createdFrom ? [sql<SqlBool>`invoice.created_at >= ${after(createdFrom, -1)} AND ${ownDay} >= ${dayOf(createdFrom)}`] : []),
  ...(createdTo ? [sql<SqlBool>`invoice.created_at < ${after(createdTo, 2)} AND ${ownDay} <= ${dayOf(createdTo)}`] : []),
]

const after = (day: Date, days: number): RawBuilder<unknown> => sql`${new Date(day.getTime() + days * DAY_MS)}::timestamptz`

const dayOf = (day: Date): RawBuilder<unknown> => sql`(${day}::timestamptz AT TIME ZONE 'UTC')::date`

/** Clients by their ids. */
export const findClients = async (em: Em, { ids }: { ids: readonly string[] }): Promise<ClientEntity[]> =>
  ids.length === 0 ? [] : tables(em).selectFrom('client').selectAll().where('id', 'in', ids).execute()

/** Deletes a client; its drafts name none afterwards. */
export const deleteClient = async (em: Em, { id }: { id: string }): Promise<void> => {
  await tables(em).deleteFrom('client').where('id', '=', id).execute()
}

/** Credit notes of some invoices, by ascending number. */
export const findCreditNotes = async (em: Em, { invoiceIds }: { invoiceIds: readonly string[] }): Promise<CreditNoteEntity[]> =>
  invoiceIds.length === 0
    ? []
    : tables(em).selectFrom('credit_note').selectAll().where('invoiceId', 'in', invoiceIds).orderBy('number').execute()
