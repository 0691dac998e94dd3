import type { BusinessRoute } from '../routes.tsx'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'

/** What the lists of the portal know of rates. */
export const ratesRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/rates',
      component: lazyRouteComponent(() => import('./rates.tsx'), 'RatesPage'),
    }),
  ],
  place: { to: '/b/$business/rates', word: 'Rates', icon: ChartLine },
} as const
