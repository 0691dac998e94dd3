import type { ApiRoom } from '../http/room.ts'
import { payRefundPageRoutes } from '../pages/refund/pay-refund-page.ts'
import { paymentStreamRoute } from '../http/streams/payment-stream-route.ts'
import { checkoutRoute } from './checkout-page.ts'
import { csvExportRoute } from './csv-export.ts'
import { refundPageRoutes } from './refund-page.ts'
import { paymentsRouter, qrRoute } from './router.ts'

/** What the lists of the api know of payments. */
export const paymentsRoom = {
  router: paymentsRouter,
  about:
    'A payment asks one customer for one amount in one coin, at an address of its own. It is followed until the money is in your wallet.',
  routes: (api, { streamMs }) => [
    qrRoute(api),
    csvExportRoute(api),
    paymentStreamRoute(api, streamMs),
    checkoutRoute(api),
    ...refundPageRoutes(api),
    ...payRefundPageRoutes(api),
  ],
} as const satisfies ApiRoom
