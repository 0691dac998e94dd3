import { InvoicePayView, PayInvoiceInput, presentInvoicePay } from '@gateway/contract/invoices/pay-view'
import { NotFound } from '@gateway/domain/kernel/error'
import { payWaysOf } from '@gateway/operations/invoices/public/pay-ways'
import { viewInvoice } from '@gateway/operations/invoices/public/view-invoice'
import { paymentQrUrl } from '../qr.ts'
import { publicProcedure } from '../trpc.ts'

/** What a client needs to pay an invoice, for everybody with its unguessable id. */
export const payProcedure = publicProcedure
  .meta({
    rest: {
      method: 'get',
      path: '/api/invoices/{id}/pay',
      tag: 'invoices',
      summary: 'View an invoice as its client',
      description:
        'Returns what is needed to pay an invoice that was sent, is overdue or is paid, without ids of clients or wallets. A quote whose window has passed is renewed.',
      cors: true,
      limit: 'polling',
    },
  })
  .input(PayInvoiceInput)
  .output(InvoicePayView)
  .query(async ({ ctx, input }) => {
    const viewed = await viewInvoice(ctx, input)
    const { invoice, businessName, quote = null } = viewed
    const { state } = invoice
    if (state === 'draft' || state === 'cancelled') throw new NotFound('invoice')
    const { coin, cardUrl } = payWaysOf(ctx, viewed)
    return presentInvoicePay({
      invoice,
      status: state,
      businessName,
      quote,
      qrCode: coin === null ? null : paymentQrUrl(coin),
      cardUrl,
    })
  })
