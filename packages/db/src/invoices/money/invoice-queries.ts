import { isOneOf } from '../../kernel/is-one-of.ts'
import { owned } from '../../kernel/owned.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceEntity } from '../invoice.entity.ts'

/** Invoices as those write them back who credit money: never what was asked for. */
export const creditedInvoices = owned('invoice', {
  frozen: [
    'number',
    'clientId',
    'currency',
    'amountMinor',
    'lines',
    'asset',
    'issueDate',
    'serviceDate',
    'dueDate',
    'notes',
    'language',
    'taxExemptionReason',
    'buyerReference',
    'walletId',
    'walletAddress',
    'paymentAddress',
    'payoutTermsId',
    'takesCards',
    'feeBps',
    'seller',
    'buyer',
    'creditNotesMinor',
    'outsideMinor',
    'outsideNote',
    'outsideBy',
    'remindersOn',
    'overdueAt',
    'sentAt',
    'viewedAt',
  ],
})

/** Invoices by id, in order, locked for the rest of the transaction: both rails and every command follow one another here. */
export const lockInvoices = async (em: Em, ids: readonly string[]): Promise<InvoiceEntity[]> =>
  ids.length === 0
    ? []
    : (tables(em)
        .selectFrom('invoice')
        .selectAll()
        .where(isOneOf('id', ids, 'uuid'))
        .orderBy('id')
        .forUpdate()
        .execute() as Promise<InvoiceEntity[]>)

/** Those of some invoices that are paid. */
export async function findPaid(em: Em, { ids }: { ids: readonly string[] }): Promise<string[]> {
  const paid = tables(em)
    .selectFrom('invoice')
    .select('id')
    .where(isOneOf('id', ids, 'uuid'))
    .where('paidAt', 'is not', null)
  return (await paid.orderBy('id').execute()).map(({ id }) => id)
}
