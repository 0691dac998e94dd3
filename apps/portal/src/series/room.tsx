import type { BusinessRoute } from '../routes.tsx'
import { withSchemas } from '../shell/with-schemas.ts'
import { readListFilters } from '../ui/list/list-filters.ts'
import { findSeries } from './find-series.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'

/** What the lists of the portal know of series. */
export const seriesRoom = {
  routes: (business: BusinessRoute) => [
    createRoute({
      getParentRoute: () => business,
      path: '/series',
      validateSearch: readListFilters,
      component: lazyRouteComponent(() => import('./series-list.tsx'), 'SeriesListPage'),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/series/new',
      component: lazyRouteComponent(
        withSchemas(() => import('./new-series.tsx')),
        'NewSeriesPage',
      ),
    }),
    createRoute({
      getParentRoute: () => business,
      path: '/series/$series',
      component: lazyRouteComponent(
        withSchemas(() => import('./series.tsx')),
        'SeriesPage',
      ),
    }),
  ],
  place: { to: '/b/$business/series', word: 'Series', icon: Repeat },
  find: findSeries,
} as const
