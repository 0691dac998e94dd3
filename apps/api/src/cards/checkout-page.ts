import { openCheckout } from '@gateway/operations/cards/checkout/open-checkout'
import type { ServerContext } from '../context.ts'
import type { Route } from '../http/route.ts'

/** Leads a customer to a fresh page of the card processor, as long as the payment waits for one. */
export const cardCheckoutRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/cards/checkout/{id}',
  cors: false,
  answer: async ({ params: { id = '' } }) => ({
    status: 303,
    body: '',
    headers: { Location: await openCheckout(api, { paymentId: id }), 'Cache-Control': 'no-store' },
  }),
})
