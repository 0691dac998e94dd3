import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { SignedInRoute } from '../routes.tsx'
import { readListFilters } from '../ui/list/list-filters.ts'
import { withSchemas } from '../shell/with-schemas.ts'

/** The pages of a merchant's DID, which belongs to no business. */
export const identityRoutes = (signedIn: SignedInRoute) =>
  [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/identity',
      component: lazyRouteComponent(
        withSchemas(() => import('./identity.tsx')),
        'IdentityPage',
      ),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/identity/escrows',
      validateSearch: readListFilters,
      component: lazyRouteComponent(
        withSchemas(() => import('./escrows.tsx')),
        'PartiesPage',
      ),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/identity/receipts',
      validateSearch: readListFilters,
      component: lazyRouteComponent(
        withSchemas(() => import('./receipts.tsx')),
        'ReceiptsPage',
      ),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/identity/credentials',
      validateSearch: readListFilters,
      component: lazyRouteComponent(
        withSchemas(() => import('./credentials.tsx')),
        'CredentialsPage',
      ),
    }),
  ] as const
