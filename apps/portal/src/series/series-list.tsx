import { seriesStates } from '@gateway/domain/series/series-machine'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Inputs, trpc } from '../trpc.ts'
import { pageAt } from '../ui/list/list-filters.ts'
import { keptFresh, ListPage } from '../ui/list/list-page.tsx'
import { seriesColumns } from './series-columns.tsx'

const REFRESH_MS = 15_000

/** Every series of the business, newest first. */
export function SeriesListPage() {
  const { status, offset } = useSearch({ from: '/signed-in/b/$business/series' })
  const input = { businessId: useBusinessId(), ...pageAt(offset), ...(status && { status }) } as Inputs['series']['list']
  const found = useQuery(trpc.series.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  return (
    <ListPage
      to="/b/$business/series"
      nouns={['series', 'series']}
      statuses={seriesStates}
      found={found}
      rows={found.data?.series}
      columns={seriesColumns}
      meanwhile="Escrows go on being opened and watched meanwhile."
      narrowed="Choose another status."
      beginning="A series asks one customer for the same amount at every interval, each time by an escrow of its own. Create one here or over the API."
    />
  )
}
