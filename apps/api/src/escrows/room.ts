import type { ApiRoom } from '../http/room.ts'
import { managePageRoutes } from './manage-page.ts'
import { escrowsRouter } from './router.ts'

/** What the lists of the api know of escrows. */
export const escrowsRoom = {
  router: escrowsRouter,
  about:
    'An escrow holds the money of one party until it is released to the other or goes back. Nobody needs an account: each party acts by a token of its own.',
  routes: managePageRoutes,
} as const satisfies ApiRoom
