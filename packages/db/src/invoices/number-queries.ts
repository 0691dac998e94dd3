import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { InvoiceState } from '@gateway/domain/invoices/machine'
import type { RegisterRow } from '@gateway/domain/invoices/invoice-number'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Counts one on for a business and mode, and keeps the lock of its counter until the transaction ends. */
export async function takeCounted(em: Em, { businessId, mode }: { businessId: BusinessId; mode: Mode }): Promise<number> {
  const { last } = await tables(em)
    .insertInto('invoice_counter')
    .values({ businessId, mode, last: 1 })
    .onConflict((oc) => oc.columns(['businessId', 'mode']).doUpdateSet((eb) => ({ last: eb('invoice_counter.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Deletes a draft; its number stays in the register as void. */
export async function deleteDraft(em: Em, { id, voidedAt }: { id: string; voidedAt: Date }): Promise<void> {
  await tables(em).deleteFrom('invoice').where('id', '=', id).where('state', '=', 'draft').execute()
  await tables(em).updateTable('invoice_number').set({ status: 'void', voidedAt }).where('objectId', '=', id).execute()
}

/** A number with what it was taken for; the members of a void one are null. */
export interface RegisterLine extends RegisterRow {
  readonly createdAt: Date
  readonly voidedAt: Date | null
  readonly state: InvoiceState | null
  readonly currency: FiatCode | null
  readonly amountMinor: bigint | null
  readonly issueDate: string | null
  readonly clientName: string | null
  /** The number of the invoice that a credit note is about. */
  readonly creditedNumber: number | null
}

/** Which part of a register to read: the numbers above one. */
interface RegisterPage {
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly after: number
  readonly limit: number
}

/** The register of a business and mode, by ascending number. */
export const readRegister = (em: Em, { businessId, mode, after, limit }: RegisterPage): Promise<RegisterLine[]> =>
  tables(em)
    .selectFrom('invoice_number as taken')
    .leftJoin('credit_note as note', 'note.id', 'taken.objectId')
    .leftJoin('invoice', (on) => on.on('invoice.id', '=', sql`coalesce(note.invoice_id, taken.object_id)`))
    .leftJoin('client', 'client.id', 'invoice.clientId')
    .select(['taken.number', 'taken.kind', 'taken.status', 'taken.createdAt', 'taken.voidedAt', 'invoice.state', 'invoice.currency'])
    .select(sql<bigint | null>`coalesce(note.amount_minor, invoice.amount_minor)`.as('amountMinor'))
    .select(sql<string | null>`coalesce(note.issue_date, invoice.issue_date)`.as('issueDate'))
    .select(sql<string | null>`coalesce(invoice.buyer ->> 'name', client.name)`.as('clientName'))
    .select(sql<number | null>`CASE WHEN note.id IS NOT NULL THEN invoice.number END`.as('creditedNumber'))
    .where('taken.businessId', '=', businessId)
    .where('taken.mode', '=', mode)
    .where('taken.number', '>', after)
    .orderBy('taken.number')
    .limit(limit)
    .execute()
