import type { ApiRoom } from '../http/room.ts'
import { badgeRoutes } from './badge-routes.ts'
import { documentRoutes } from './document-routes.ts'
import { profilePageRoute } from './profile-page.ts'
import { identityRouter } from './router.ts'
import { verifyPageRoutes } from './verify-page.ts'

/** What the lists of the api know of identity and reputation. */
export const identityRoom = {
  router: identityRouter,
  about:
    'A merchant claims a DID and earns receipts from what it settles; anybody reads its reputation, computes it again from public receipts, and verifies credentials.',
  routes: (api) => [...documentRoutes(api), ...badgeRoutes(api), profilePageRoute(api), ...verifyPageRoutes(api)],
} as const satisfies ApiRoom
