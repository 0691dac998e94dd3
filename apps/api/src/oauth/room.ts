import type { ApiRoom } from '../http/room.ts'
import { interactionRoutes } from './interaction-page.ts'
import { oauthRouter } from './router.ts'

/** What the lists of the api know of signing in with the gateway. */
export const oauthRoom = {
  router: oauthRouter,
  about: 'An OAuth client signs its users in with the gateway, and may work with their payments where they allow it.',
  routes: interactionRoutes,
} as const satisfies ApiRoom
