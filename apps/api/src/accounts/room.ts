import type { ApiRoom } from '../http/room.ts'
import { linkPageRoutes } from './link-pages.ts'
import { accountsRouter } from './router.ts'

/** What the lists of the api know of accounts. */
export const accountsRoom = {
  router: accountsRouter,
  about: 'A merchant account owns businesses. Its token acts for the merchant in person; servers use API keys instead.',
  routes: linkPageRoutes,
} as const satisfies ApiRoom
