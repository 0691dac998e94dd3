import { creditedInvoices, lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { InvoiceChanged } from '@gateway/workflows/invoices/signals'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advanceInvoice } from '../lifecycle/advance-invoices.ts'
import { changedOf, signalInvoice } from '../lifecycle/workflow-messages.ts'

/**
 * Makes an invoice overdue whose due day has ended where its business is. The row decides, not the timer: one that was paid or cancelled stays so.
 *
 * @returns the state of the row.
 * @throws {NotFound}
 */
export function passDue(ctx: Context, { invoiceId }: { invoiceId: string }): Promise<InvoiceChanged> {
  return transaction(ctx, async (em) => {
    const [invoice] = await lockInvoices(em, [invoiceId])
    if (!invoice) throw new NotFound('invoice')
    const isDue = invoice.state === 'sent' && invoice.overdueAt !== null && invoice.overdueAt <= ctx.clock.now()
    if (isDue) await advanceInvoice(em, ctx, { invoice, input: 'fall_due', of: creditedInvoices, messages: [signalInvoice] })
    return changedOf(invoice)
  })
}
