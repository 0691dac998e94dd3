import type { BusinessRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readListFilters } from '../ui/list/list-filters.ts'
import { readOneOf } from '../ui/search.ts'
import { findCards } from './find-cards.ts'
import { readCardFilters } from './payments/filters.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'

/** What the lists of the portal know of cards. */
export const cardsRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/cards',
      validateSearch: readCardFilters,
      component: lazyRouteComponent(() => import('./payments/card-payments.tsx'), 'CardPaymentsPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/payments/$card',
      component: lazyRouteComponent(() => import('./payments/card-payment.tsx'), 'CardPaymentPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/escrows',
      validateSearch: readListFilters,
      component: lazyRouteComponent(() => import('./escrows/card-escrows.tsx'), 'CardEscrowsPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/escrows/$escrow',
      component: lazyRouteComponent(() => import('./escrows/card-escrow.tsx'), 'CardEscrowPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/disputes',
      validateSearch: readListFilters,
      component: lazyRouteComponent(() => import('./disputes/card-disputes.tsx'), 'CardDisputesPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/disputes/$dispute',
      component: lazyRouteComponent(
        withSchemas(() => import('./disputes/card-dispute.tsx')),
        'CardDisputePage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/payouts',
      validateSearch: readListFilters,
      component: lazyRouteComponent(() => import('./payouts/card-payouts.tsx'), 'CardPayoutsPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/cards/onboarding',
      // Where the page of the processor leads back to.
      validateSearch: ({ from }): { from?: 'processor' | 'expired' | undefined } => ({
        from: readOneOf(['processor', 'expired'] as const, from),
      }),
      component: lazyRouteComponent(() => import('./onboarding/card-onboarding.tsx'), 'CardOnboardingPage'),
    }),
  ],
  place: { to: '/b/$business/cards', word: 'Cards', icon: CreditCard },
  states: {
    succeeded: { word: 'Succeeded', glyph: 'forwarded' },
    partially_refunded: { word: 'Partly refunded', glyph: 'refunded' },
  },
  find: findCards,
} as const
