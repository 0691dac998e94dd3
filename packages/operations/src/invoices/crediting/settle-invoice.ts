import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { creditedInvoices } from '@gateway/db/invoices/money/invoice-queries'
import { endQuotes } from '@gateway/db/invoices/money/quote-queries'
import type { Em } from '@gateway/db/orm'
import { isPayable } from '@gateway/domain/invoices/money/open-amount'
import type { Context } from '../../kernel/context.ts'
import { creditInvoice } from '../lifecycle/advance-invoices.ts'
import { signalInvoice } from '../lifecycle/workflow-messages.ts'
import { closeCards } from './close-cards.ts'

/** A locked invoice, and by how much what is credited to it changes, in the smallest unit of its currency. */
interface Change {
  readonly invoice: InvoiceEntity
  readonly byMinor: bigint
}

/**
 * Counts money of either rail on a locked invoice: its quotes and its open card pages, which ask for what was open before, end with its remainder, and once
 * nothing is open it is paid, which happens once. What a reorganisation takes from a paid invoice, and gives back, leaves its state as it is.
 */
export async function settleInvoice(em: Em, ctx: Context, { invoice, byMinor }: Change): Promise<void> {
  if (byMinor === 0n) return
  const at = ctx.clock.now()
  await endQuotes(em, { invoiceId: invoice.id, at })
  if (byMinor > 0n && isPayable(invoice))
    await creditInvoice(em, ctx, { invoice, amountMinor: byMinor, of: creditedInvoices, messages: [signalInvoice] })
  else {
    Object.assign(invoice, { creditedMinor: invoice.creditedMinor + byMinor, updatedAt: at })
    await creditedInvoices.save(em, invoice)
  }
  await closeCards(em, ctx, { invoiceId: invoice.id })
}
