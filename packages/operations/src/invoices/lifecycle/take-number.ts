import { takeCounted } from '@gateway/db/invoices/number-queries'
import type { InvoiceNumberEntity } from '@gateway/db/invoices/invoice-number.entity'
import type { Em } from '@gateway/db/orm'

/** What takes a number of a business and mode. */
type Numbered = Pick<InvoiceNumberEntity, 'businessId' | 'mode' | 'kind' | 'objectId' | 'createdAt'>

/**
 * Takes the next number for an invoice or a credit note in the transaction that writes it. Others wait for its end, and a transaction that rolls back gives
 * its number back, so the register has no gap.
 *
 * @returns the number, and the row of the register to insert with its object.
 */
export async function takeNumber(em: Em, of: Numbered): Promise<{ number: number; row: InvoiceNumberEntity }> {
  const number = await takeCounted(em, of)
  return { number, row: { ...of, number, status: 'used', voidedAt: null } }
}
