import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { keptFresh, ListPage } from '../ui/list/list-page.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { escrowColumns } from './escrow-columns.tsx'
import { filterInput } from './filters.ts'

const REFRESH_MS = 10_000
const statuses = ['created', 'funded', 'disputed', 'released', 'settled', 'refunded', 'expired'] as const

/** Every escrow of the business, newest first, those of its series too. */
export function EscrowsPage() {
  const filters = useSearch({ from: '/signed-in/b/$business/escrows' })
  const navigate = useNavigate({ from: '/b/$business/escrows' })
  const input = filterInput(useBusinessId(), filters)
  const found = useQuery(trpc.escrows.portal.list.queryOptions(input, keptFresh(filters.offset, REFRESH_MS)))
  const search = (q: string): void => void navigate({ search: ({ status }) => ({ status, q: q || undefined }) })
  return (
    <ListPage
      to="/b/$business/escrows"
      nouns={['escrow', 'escrows']}
      statuses={statuses}
      filters={<SearchField label="Search escrows" placeholder="ID or address" text={filters.q ?? ''} onSearch={search} />}
      found={found}
      rows={found.data?.escrows}
      columns={escrowColumns}
      meanwhile="Escrows go on being watched and paid out meanwhile."
      narrowed="Choose another status, or search for another ID, escrow address or address of a party."
      beginning="An escrow holds the money of one party until that party releases it to the other, or it goes back. Create one here or over the API."
    />
  )
}
