import { passDue } from '@gateway/operations/invoices/overdue/pass-due'
import type { Context } from '@gateway/operations/kernel/context'
import type { InvoiceActivities } from '@gateway/workflows/invoices/activities'

/** Activities of invoices, in the payments role. */
export const invoiceActivities = (ctx: Context): InvoiceActivities => ({
  passDue: (input) => passDue(ctx, input),
})
