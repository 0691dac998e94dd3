import type { BusinessRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readEscrowFilters } from './filters.ts'
import { findEscrows } from './find-escrows.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Scale } from 'lucide-react'

/** What the lists of the portal know of escrows. */
export const escrowsRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/escrows',
      validateSearch: readEscrowFilters,
      component: lazyRouteComponent(() => import('./escrows.tsx'), 'EscrowsPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/escrows/new',
      component: lazyRouteComponent(
        withSchemas(() => import('./new-escrow.tsx')),
        'NewEscrowPage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/escrows/$escrow',
      component: lazyRouteComponent(() => import('./escrow.tsx'), 'EscrowPage'),
    }),
  ],
  place: { to: '/b/$business/escrows', word: 'Escrows', icon: Scale },
  find: findEscrows,
} as const
