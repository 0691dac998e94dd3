import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { documentOfInvoice } from '@gateway/domain/invoices/document-of-invoice'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { Context } from '../../kernel/context.ts'
import { invoicePageOf } from '../reading/see-invoices.ts'

/** The document of an invoice by what was frozen when it was sent. @throws {Error} for a draft. */
export function documentAsSent(ctx: Pick<Context, 'publicUrl'>, invoice: InvoiceEntity): InvoiceDocument {
  const { seller, issueDate, buyer: client, id } = invoice
  if (seller === null || issueDate === null) throw new Error('a draft has no document')
  const { name: sellerName, taxProfile } = seller
  return documentOfInvoice(invoice, { sellerName, taxProfile, client, today: issueDate, payUrl: invoicePageOf(ctx, id) })
}
