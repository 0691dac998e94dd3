import { insertCardCredit } from '@gateway/db/invoices/money/credit-queries'
import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import type { CardPayment } from '@gateway/domain/cards/card-payment'
import { creditableMinor } from '@gateway/domain/invoices/money/open-amount'
import type { ChargeOwner } from '../../cards/lifecycle/charge-owners.ts'
import { settleInvoice } from '../crediting/settle-invoice.ts'

/**
 * How invoices react to card payments: what was charged is credited as far as it is open, under the lock of the invoice. What is charged beyond that, when the
 * other rail was faster, stays with the merchant, to whom it was paid, and is shown as to be refunded.
 */
export const invoiceCharges: ChargeOwner = {
  async charged(em, ctx, { id, invoiceId, capturedMinor }: CardPayment) {
    if (invoiceId === null || capturedMinor === null) return
    const [invoice] = await lockInvoices(em, [invoiceId])
    if (!invoice) throw new Error(`the card payment ${id} pays an invoice that is not there`)
    const openMinor = creditableMinor(invoice)
    const creditedMinor = capturedMinor < openMinor ? capturedMinor : openMinor
    const isNew = await insertCardCredit(em, {
      id: ctx.ids.uuid(),
      invoiceId,
      depositId: null,
      revision: null,
      cardPaymentId: id,
      invoiceQuoteId: null,
      creditedMinor,
      surplusMinor: capturedMinor - creditedMinor,
      createdAt: ctx.clock.now(),
      reversedAt: null,
    })
    if (isNew) await settleInvoice(em, ctx, { invoice, byMinor: creditedMinor })
  },
}
