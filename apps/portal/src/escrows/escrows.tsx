import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { LinkButton, OutsideLink } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { nextOffset } from '../ui/list/list-filters.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { StatusLinks } from '../ui/list/status-links.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { refreshEvery } from '../ui/refresh.ts'
import { Table } from '../ui/table.tsx'
import { escrowColumns } from './escrow-columns.tsx'
import { type EscrowFilters, filterInput } from './filters.ts'

const REFRESH_MS = 10_000
const tabs = [
  ['All', undefined],
  ['Created', 'created'],
  ['Funded', 'funded'],
  ['Disputed', 'disputed'],
  ['Released', 'released'],
  ['Settled', 'settled'],
  ['Refunded', 'refunded'],
  ['Expired', 'expired'],
] as const

/** Every escrow of the business, newest first, those of its series too. */
export function EscrowsPage() {
  const filters = useSearch({ from: '/signed-in/b/$business/escrows' })
  const navigate = useNavigate({ from: '/b/$business/escrows' })
  const create = (
    <LinkButton look="primary" to="/b/$business/escrows/new">
      <Plus className="icon" aria-hidden="true" />
      New escrow
    </LinkButton>
  )
  return (
    <Page title="Escrows" actions={create}>
      <div className="stack">
        <StatusLinks to="/b/$business/escrows" tabs={tabs} search={{ ...filters, offset: undefined }} />
        <div className="filters">
          <SearchField
            label="Search escrows"
            placeholder="ID or address"
            text={filters.q ?? ''}
            onSearch={(q) => void navigate({ search: ({ status }) => ({ status, q: q || undefined }) })}
          />
        </div>
      </div>
      <List filters={filters} />
    </Page>
  )
}

function List({ filters }: { readonly filters: EscrowFilters }) {
  const businessId = useBusinessId()
  const navigate = useNavigate({ from: '/b/$business/escrows' })
  const { offset } = filters
  const found = useQuery(
    trpc.escrows.portal.list.queryOptions(filterInput(businessId, filters), {
      placeholderData: keepPreviousData,
      refetchInterval: offset ? false : refreshEvery(REFRESH_MS),
    }),
  )
  const { data: page, error } = found
  if (error && !page)
    return (
      <LoadFailed title="Escrows could not be loaded" error={error} onRetry={() => void found.refetch()}>
        Escrows go on being watched and paid out meanwhile.
      </LoadFailed>
    )
  if (page?.escrows.length === 0) return <NoneFound isNarrowed={Object.values(filters).some(Boolean)} />
  return (
    <div className="bleed">
      <Table label="Escrows" columns={escrowColumns} rows={page?.escrows} keyOf={({ id }) => id} />
      <Pager
        count={page && countOf(page.total)}
        cursor={offset}
        next={page && nextOffset(page)}
        onChange={(next) => void navigate({ search: (old) => ({ ...old, offset: next }) })}
      />
    </div>
  )
}

const countOf = (total: number): string => (total === 1 ? '1 escrow' : `${total} escrows`)

function NoneFound({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <Empty title="No escrow matches" actions={<LinkButton to="/b/$business/escrows">Show all escrows</LinkButton>}>
        Choose another status, or search for another ID, escrow address or address of a party.
      </Empty>
    )
  const actions = (
    <>
      <LinkButton to="/b/$business/escrows/new">New escrow</LinkButton>
      <OutsideLink href="/docs">Read the documentation</OutsideLink>
    </>
  )
  return (
    <Empty title="No escrow yet" actions={actions}>
      An escrow holds the money of one party until that party releases it to the other, or it goes back. Create one here or over the API.
    </Empty>
  )
}
