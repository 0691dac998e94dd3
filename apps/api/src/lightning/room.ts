import type { ApiRoom } from '../http/room.ts'
import { lnurlRoutes } from './lnurl-routes.ts'
import { offersRoutes } from './offers-routes.ts'
import { lightningCsvRoute } from './portal-export.ts'
import { lightningRouter } from './router.ts'

/** What the lists of the api know of Lightning wallets. */
export const lightningRoom = {
  router: lightningRouter,
  about: 'A Lightning wallet receives and pays bitcoin within seconds, exact to the millisatoshi; the gateway holds its keys.',
  routes: (api) => [...lnurlRoutes(api), ...offersRoutes(api), lightningCsvRoute(api)],
} as const satisfies ApiRoom
