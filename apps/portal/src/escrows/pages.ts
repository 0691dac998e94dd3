import { lazyRouteComponent } from '@tanstack/react-router'
import { withSchemas } from '../shell/with-schemas.ts'
import { readEscrowFilters } from './filters.ts'

/** The pages of escrows, by their place within a business. */
export const escrowPages = {
  list: {
    path: '/escrows',
    validateSearch: readEscrowFilters,
    component: lazyRouteComponent(() => import('./escrows.tsx'), 'EscrowsPage'),
  },
  create: {
    path: '/escrows/new',
    component: lazyRouteComponent(
      withSchemas(() => import('./new-escrow.tsx')),
      'NewEscrowPage',
    ),
  },
  one: { path: '/escrows/$escrow', component: lazyRouteComponent(() => import('./escrow.tsx'), 'EscrowPage') },
} as const
