import type { InvoiceChanged } from './signals.ts'

/** Activities of the payments role. */
export interface InvoiceActivities {
  /**
   * Does what is due for an invoice by its row: reminds its client, or makes it overdue.
   * @returns the state of the row.
   */
  passDue(input: { invoiceId: string }): Promise<InvoiceChanged>
}
