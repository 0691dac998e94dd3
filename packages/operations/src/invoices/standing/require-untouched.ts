import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { readInvoiceMoney } from './read-invoice-money.ts'

/**
 * Refuses to cancel a locked invoice that money is on its way to: anything seen, confirmed or held at its address, or
 * credited by either rail, and a card payment whose bank has not answered. What was paid out to its merchant without a credit, or back to its payer, does not count.
 *
 * @throws {InvalidState}
 */
export async function requireUntouched(em: Em, ctx: Pick<Context, 'clock'>, invoice: InvoiceEntity): Promise<void> {
  const { deposits, cards } = await readInvoiceMoney(em, ctx, invoice)
  const isProcessing = deposits.some(({ state }) => state === 'processing') || cards.some((card) => card.isProcessing)
  if (isProcessing) throw new InvalidState('processing', 'cancel')
  if (invoice.creditedMinor > 0n || deposits.some(({ state }) => state !== 'forwarded' && state !== 'returned') || cards.length > 0)
    throw new InvalidState('partially_paid', 'cancel')
}
