import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { readInvoiceMoney } from './read-invoice-money.ts'

/**
 * Refuses to ask for a locked invoice again while its payer has paid by a rail without a credit: money on its way, held at its address in its coin, or charged
 * when nothing was open. What was given back does not count.
 *
 * @throws {InvalidState}
 */
export async function requireNothingWaits(em: Em, ctx: Pick<Context, 'clock'>, invoice: InvoiceEntity): Promise<void> {
  const { deposits, cards } = await readInvoiceMoney(em, ctx, invoice)
  const isProcessing = deposits.some(({ state }) => state === 'processing') || cards.some((card) => card.isProcessing)
  if (isProcessing) throw new InvalidState('processing', 'undo the mark')
  const isHeld = deposits.some(({ state, asset }) => state === 'held' && asset === invoice.asset)
  if (isHeld || cards.some(({ surplusMinor }) => surplusMinor > 0n))
    throw new InvalidState(invoice.state, 'undo the mark before its client has got back what was paid besides')
}
