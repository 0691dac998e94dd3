import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Outputs, trpc } from '../trpc.ts'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import type { Column } from '../ui/table.tsx'
import { shortId } from '../ui/text/short-id.ts'

type Business = Outputs['operator']['businesses']['businesses'][number]

/** The businesses of all merchants, newest first, or those that a text finds. */
export function BusinessList() {
  const { q, offset } = useSearch({ from: '/signed-in/operator/businesses' })
  const navigate = useNavigate({ from: '/operator/businesses' })
  return (
    <Page title="Businesses">
      <div className="filters">
        <SearchField
          label="Search businesses"
          placeholder="Name, owner’s e-mail or ID"
          text={q ?? ''}
          onSearch={(text) => void navigate({ search: { q: text || undefined } })}
        />
      </div>
      <Found q={q} offset={offset} onPage={(next) => void navigate({ search: (old) => ({ ...old, offset: next }) })} />
    </Page>
  )
}

interface FoundProps {
  readonly q: string | undefined
  readonly offset: string | undefined
  readonly onPage: (offset: string | undefined) => void
}

function Found({ q, offset, onPage }: FoundProps) {
  const found = useQuery(
    trpc.operator.businesses.queryOptions({ ...(q && { q }), ...pageAt(offset) }, { placeholderData: keepPreviousData }),
  )
  const { data: page } = found
  return (
    <List
      label="Businesses"
      found={found}
      rows={page?.businesses}
      columns={columns}
      none={<Empty title="No business found">Search for a part of its name, its owner’s e-mail address or the beginning of its ID.</Empty>}
      count={page && countOf(page.total)}
      cursor={offset}
      next={page && nextOffset(page)}
      onPage={onPage}
      isCard
    />
  )
}

const countOf = (total: number): string => (total === 1 ? '1 business' : `${total} businesses`)

const columns: readonly Column<Business>[] = [
  { id: 'created', head: 'Opened', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'name',
    head: 'Name',
    place: 'lead',
    isMain: true,
    cell: ({ id, name }) => (
      <Place className="main truncate" to="/operator/businesses" search={{ id }}>
        <bdi>{name}</bdi>
      </Place>
    ),
  },
  { id: 'id', head: 'ID', cell: ({ id }) => <span className="mono">{shortId(id)}</span> },
  { id: 'owner', head: 'Owner', place: 'foot', cell: ({ merchant }) => merchant.email },
  { id: 'plan', head: 'Plan', place: 'end', cell: ({ plan }) => plan },
]
