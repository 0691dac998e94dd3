import { lazyRouteComponent } from '@tanstack/react-router'
import { withSchemas } from '../shell/with-schemas.ts'
import { readListFilters } from '../ui/list/list-filters.ts'

/** The pages of series, by their place within a business. */
export const seriesPages = {
  list: {
    path: '/series',
    validateSearch: readListFilters,
    component: lazyRouteComponent(() => import('./series-list.tsx'), 'SeriesListPage'),
  },
  create: {
    path: '/series/new',
    component: lazyRouteComponent(
      withSchemas(() => import('./new-series.tsx')),
      'NewSeriesPage',
    ),
  },
  one: {
    path: '/series/$series',
    component: lazyRouteComponent(
      withSchemas(() => import('./series.tsx')),
      'SeriesPage',
    ),
  },
} as const
