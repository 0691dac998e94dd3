import type { ApiRoom } from '../http/room.ts'
import { invoiceCardRoute } from './card-page.ts'
import { invoicePageRoute } from './invoice-page.ts'
import { pdfExportRoutes } from './pdf-export.ts'
import { portalExportRoutes } from './portal-export.ts'
import { registerCsvRoute } from './register-export.ts'
import { invoicesRouter } from './router.ts'

/** What the lists of the api know of invoices. */
export const invoicesRoom = {
  router: invoicesRouter,
  about: 'An invoice asks a client for an amount of fiat, payable by crypto and card on one page; its numbers have no gap.',
  routes: (api) => [
    registerCsvRoute(api),
    ...pdfExportRoutes(api),
    ...portalExportRoutes(api),
    invoicePageRoute(api),
    invoiceCardRoute(api),
  ],
} as const satisfies ApiRoom
