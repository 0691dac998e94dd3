import { CardAmountTooLarge, CardAmountTooSmall } from '@gateway/domain/cards/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { invoicePage, openInvoiceCard } from '@gateway/operations/invoices/charges/open-invoice-card'
import type { ServerContext } from '../context.ts'
import type { Route } from '../http/route.ts'

/** Leads the customer of an invoice to a fresh page of the card processor for what is open, or back to the invoice, which says why there is none. */
export const invoiceCardRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/now/{id}/card',
  cors: false,
  answer: async ({ params: { id = '' } }) => ({
    status: 303,
    body: '',
    headers: { Location: await locationOf(api, id), 'Cache-Control': 'no-store' },
  }),
})

async function locationOf(api: ServerContext, invoiceId: string): Promise<string> {
  try {
    return await openInvoiceCard(api, { invoiceId })
  } catch (error) {
    const isShownThere = [InvalidState, CardAmountTooSmall, CardAmountTooLarge].some((kind) => error instanceof kind)
    if (isShownThere) return invoicePage(api, invoiceId)
    throw error
  }
}
