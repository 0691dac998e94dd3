import type { BusinessRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readText } from '../ui/search.ts'
import { readLightningFilters } from './filters.ts'
import { findLightning } from './find-lightning.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Zap } from 'lucide-react'

/** What the lists of the portal know of Lightning wallets. */
export const lightningRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/lightning',
      validateSearch: readLightningFilters,
      component: lazyRouteComponent(
        withSchemas(() => import('./payments/payment-list.tsx')),
        'LightningPage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/lightning/payments/$payment',
      component: lazyRouteComponent(() => import('./payments/payment.tsx'), 'LightningPaymentPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/lightning/wallets',
      validateSearch: ({ offset }): { offset?: string | undefined } => ({ offset: readText(offset) }),
      component: lazyRouteComponent(
        withSchemas(() => import('./wallets/wallets.tsx')),
        'LightningWalletsPage',
      ),
    }),
  ],
  place: { to: '/b/$business/lightning', word: 'Lightning', icon: Zap },
  find: findLightning,
} as const
