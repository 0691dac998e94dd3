import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { SignedInRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readListFilters } from '../ui/list/list-filters.ts'

/** The pages of a merchant's OAuth clients, and of the apps that it is signed in to. */
export const oauthRoutes = (signedIn: SignedInRoute) =>
  [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/oauth',
      validateSearch: readListFilters,
      component: lazyRouteComponent(() => import('./clients.tsx'), 'OauthClientsPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/oauth/new',
      component: lazyRouteComponent(
        withSchemas(() => import('./new-client.tsx')),
        'NewClientPage',
      ),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/oauth/$client',
      component: lazyRouteComponent(
        withSchemas(() => import('./client.tsx')),
        'OauthClientPage',
      ),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/connected-apps',
      validateSearch: readListFilters,
      component: lazyRouteComponent(() => import('./connected-apps.tsx'), 'ConnectedAppsPage'),
    }),
  ] as const
