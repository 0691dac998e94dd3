import type { ApiRoom } from '../http/room.ts'
import { cardCheckoutRoute } from './checkout-page.ts'
import { cardsCsvRoute } from './csv-export.ts'
import { evidenceUploadRoute } from './evidence-upload.ts'
import { processorEventsRoute } from './processor-events.ts'
import { cardReturnRoute } from './return-page.ts'
import { cardsRouter } from './router.ts'

/** What the lists of the api know of cards. */
export const cardsRoom = {
  router: cardsRouter,
  about: 'A card payment asks one customer for one amount on a page of the card processor, directly or into an escrow.',
  routes: (api) => [processorEventsRoute(api), cardReturnRoute, cardCheckoutRoute(api), cardsCsvRoute(api), evidenceUploadRoute(api)],
} as const satisfies ApiRoom
