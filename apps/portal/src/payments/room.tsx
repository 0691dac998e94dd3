import type { BusinessRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readFilters } from './filters.ts'
import { findPayments } from './find-payments.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'

/** What the lists of the portal know of payments. */
export const paymentsRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/payments',
      validateSearch: readFilters,
      component: lazyRouteComponent(() => import('./payments.tsx'), 'PaymentsPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/payments/new',
      component: lazyRouteComponent(
        withSchemas(() => import('./new-payment.tsx')),
        'NewPaymentPage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/payments/$payment',
      component: lazyRouteComponent(() => import('./payment.tsx'), 'PaymentPage'),
    }),
  ],
  place: { to: '/b/$business/payments', word: 'Payments', icon: ArrowLeftRight },
  find: findPayments,
} as const
