import { presentTime } from '@gateway/contract/wire/time'
import { NotFound } from '@gateway/domain/kernel/error'
import { shownInvoice } from '@gateway/operations/invoices/public/shown-invoice'
import { openInvoicePage, type ViewedInvoice } from '@gateway/operations/invoices/public/view-invoice'
import { invoicePage } from '@gateway/pages/invoices/invoice-page'
import { unknownPaymentPage } from '@gateway/pages/payments/unknown-payment-page'
import type { ServerContext } from '../context.ts'
import { admit, countGuess } from '../http/limits/admission.ts'
import { clientAddressOf } from '../http/limits/client-address.ts'
import type { ApiRequest, Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

/** The page of an invoice, for everybody with its unguessable id; a draft has none. */
export const invoicePageRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/now/{id}',
  cors: false,
  isCounted: true,
  answer: (request) =>
    answerPage(request, async (turn) => {
      const viewed = await findInvoice(api, request)
      if (!viewed) return { status: 404, page: unknownPaymentPage(turn) }
      return { page: invoicePage({ ...turn, invoice: shownInvoice(api, viewed), now: presentTime(api.clock.now()) }) }
    }),
})

/** Undefined for an id that names no invoice that was sent; guesses count against the limit of their address. */
async function findInvoice(api: ServerContext, { params, message, reply }: ApiRequest): Promise<ViewedInvoice | undefined> {
  const incoming = { ...api, reply, address: clientAddressOf(message, api.trustedProxies) }
  const id = params['id'] ?? ''
  admit(incoming, 'polling', id)
  try {
    return await openInvoicePage(api, { id })
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    countGuess(incoming, id)
    return undefined
  }
}
