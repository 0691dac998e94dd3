import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Inputs, trpc } from '../trpc.ts'
import { LinkButton, OutsideLink } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { type ListFilters, nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { StatusLinks } from '../ui/list/status-links.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { refreshEvery } from '../ui/refresh.ts'
import { Table } from '../ui/table.tsx'
import { seriesColumns } from './series-columns.tsx'

const REFRESH_MS = 15_000
const tabs = [
  ['All', undefined],
  ['Active', 'active'],
  ['Paused', 'paused'],
  ['Completed', 'completed'],
  ['Cancelled', 'cancelled'],
] as const

/** Every series of the business, newest first. */
export function SeriesListPage() {
  const filters = useSearch({ from: '/signed-in/b/$business/series' })
  const create = (
    <LinkButton look="primary" to="/b/$business/series/new">
      <Plus className="icon" aria-hidden="true" />
      New series
    </LinkButton>
  )
  return (
    <Page title="Series" actions={create}>
      <StatusLinks to="/b/$business/series" tabs={tabs} search={{ ...filters, offset: undefined }} />
      <List filters={filters} />
    </Page>
  )
}

function List({ filters }: { readonly filters: ListFilters }) {
  const businessId = useBusinessId()
  const navigate = useNavigate({ from: '/b/$business/series' })
  const { status, offset } = filters
  const input = { businessId, ...pageAt(offset), ...(status && { status }) } as Inputs['series']['list']
  const found = useQuery(
    trpc.series.list.queryOptions(input, { placeholderData: keepPreviousData, refetchInterval: offset ? false : refreshEvery(REFRESH_MS) }),
  )
  const { data: page, error } = found
  if (error && !page)
    return (
      <LoadFailed title="Series could not be loaded" error={error} onRetry={() => void found.refetch()}>
        Escrows go on being opened and watched meanwhile.
      </LoadFailed>
    )
  if (page?.series.length === 0) return <NoneFound isNarrowed={Object.values(filters).some(Boolean)} />
  return (
    <div className="bleed">
      <Table label="Series" columns={seriesColumns} rows={page?.series} keyOf={({ id }) => id} />
      <Pager
        count={page && `${page.total} series`}
        cursor={offset}
        next={page && nextOffset(page)}
        onChange={(next) => void navigate({ search: (old) => ({ ...old, offset: next }) })}
      />
    </div>
  )
}

function NoneFound({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <Empty title="No series matches" actions={<LinkButton to="/b/$business/series">Show all series</LinkButton>}>
        Choose another status.
      </Empty>
    )
  const actions = (
    <>
      <LinkButton to="/b/$business/series/new">New series</LinkButton>
      <OutsideLink href="/docs">Read the documentation</OutsideLink>
    </>
  )
  return (
    <Empty title="No series yet" actions={actions}>
      A series asks one customer for the same amount at every interval, each time by an escrow of its own. Create one here or over the API.
    </Empty>
  )
}
