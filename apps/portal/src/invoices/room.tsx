import type { BusinessRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readText } from '../ui/search.ts'
import { readClientFilters, readInvoiceFilters } from './filters.ts'
import { findInvoices } from './find-invoices.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { FileText } from 'lucide-react'

/** What the lists of the portal know of invoices. */
export const invoicesRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/invoices',
      validateSearch: readInvoiceFilters,
      component: lazyRouteComponent(() => import('./list/invoice-list.tsx'), 'InvoiceListPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/invoices/new',
      // The client that it is for.
      validateSearch: ({ client }): { client?: string | undefined } => ({ client: readText(client) }),
      component: lazyRouteComponent(
        withSchemas(() => import('./editor/new-invoice.tsx')),
        'NewInvoicePage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/invoices/clients',
      validateSearch: readClientFilters,
      component: lazyRouteComponent(
        withSchemas(() => import('./clients/clients.tsx')),
        'ClientsPage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/invoices/$invoice',
      component: lazyRouteComponent(() => import('./detail/invoice.tsx'), 'InvoicePage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/invoices/$invoice/edit',
      component: lazyRouteComponent(
        withSchemas(() => import('./editor/edit-invoice.tsx')),
        'EditInvoicePage',
      ),
    }),
  ],
  place: { to: '/b/$business/invoices', word: 'Invoices', icon: FileText },
  states: {
    paid: { word: 'Paid', glyph: 'forwarded' },
    overdue: { word: 'Overdue', glyph: 'overdue' },
  },
  find: findInvoices,
} as const
