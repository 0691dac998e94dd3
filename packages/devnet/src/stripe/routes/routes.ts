import type { Route } from '../server/route.ts'
import { accountLinkRoutes } from './account-links.ts'
import { accountRoutes } from './accounts.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { eventRoutes } from './events.ts'

/** Every operation that is served. */
export const routes: readonly Route[] = [...accountRoutes, ...accountLinkRoutes, ...checkoutSessionRoutes, ...eventRoutes]
