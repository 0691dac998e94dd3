import type { ApiRoom } from '../http/room.ts'
import { ratesRouter } from './router.ts'

/** What the lists of the api know of rates. */
export const ratesRoom = {
  router: ratesRouter,
  about: 'Prices of coins in fiat currencies: the median of several sources, which payments are quoted at.',
} as const satisfies ApiRoom
