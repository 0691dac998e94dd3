import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { findRefundChoices, forwardChoices, type HeldChoice } from '../../payments/summary/find-choices.ts'
import { findOpen } from '../../payments/refunds/shared/read-refunds.ts'
import { hasAddress } from '../deposits/invoice-holding.ts'
import { findForwardable } from './find-forwardable.ts'
import { refundedInvoice } from './refunded-invoice.ts'

/** The decisions that the held money of an invoice allows now, by the rules of the operations behind them. A concurrent change can still make one fail. */
export async function findInvoiceChoices(em: Em, ctx: Context, invoice: InvoiceEntity): Promise<HeldChoice[]> {
  if (!hasAddress(invoice)) return []
  const open = await findOpen(em, { invoiceId: invoice.id })
  const { spends } = await findForwardable(em, ctx, invoice)
  return [
    ...forwardChoices(spends, { asset: invoice.asset, open }),
    ...(await findRefundChoices(em, ctx, { object: refundedInvoice(invoice), open })),
  ]
}
