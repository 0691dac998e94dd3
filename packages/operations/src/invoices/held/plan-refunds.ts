import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type DueRefund, sweepDueRefunds } from '../../payments/refunds/shared/sweep-due-refunds.ts'
import { takeOrEnd } from '../../payments/refunds/shared/take-or-end.ts'
import { hasAddress } from '../deposits/invoice-holding.ts'
import { refundedInvoice } from './refunded-invoice.ts'

/**
 * Plans the refunds of invoices whose hold is over (ledger L16), each under its invoice's lock, so that a forward, another deposit and a further refund of the
 * same money follow one another.
 *
 * @returns how many were planned.
 */
export const planInvoiceRefunds = (ctx: Context): Promise<number> =>
  sweepDueRefunds(ctx, { name: 'due_invoice_refunds', of: 'invoice', plan: (due) => transaction(ctx, (em) => planOne(em, ctx, due)) })

async function planOne(em: Em, ctx: Context, { id, ownerId }: DueRefund): Promise<boolean> {
  const [invoice] = (await lockInvoices(em, [ownerId])).filter(hasAddress)
  if (!invoice) return false
  const deposits = await readDeposits(em, 'invoice', [ownerId])
  return takeOrEnd(em, ctx, { refundId: id, object: refundedInvoice(invoice), deposits })
}
