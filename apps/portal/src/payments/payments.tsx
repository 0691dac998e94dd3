import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { LinkButton, OutsideLink } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Table } from '../ui/table.tsx'
import { refreshEvery } from '../ui/refresh.ts'
import { exportAddress, filterInput, type PaymentFilters } from './filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { StatusTabs } from './status-tabs.tsx'

const REFRESH_MS = 10_000

/** Every payment of the business, newest first, narrowed by the filters in the address. */
export function PaymentsPage() {
  const business = useBusinessId()
  const filters = useSearch({ from: '/signed-in/b/$business/payments' })
  const actions = (
    <>
      <OutsideLink href={exportAddress(business, filters)}>
        <Download className="icon" aria-hidden="true" />
        Export CSV
      </OutsideLink>
      <LinkButton look="primary" to="/b/$business/payments/new">
        <Plus className="icon" aria-hidden="true" />
        New payment
      </LinkButton>
    </>
  )
  return (
    <Page title="Payments" actions={actions}>
      <div className="stack">
        <StatusTabs />
        <FilterBar />
      </div>
      <List business={business} filters={filters} />
    </Page>
  )
}

function List({ business, filters }: { readonly business: string; readonly filters: PaymentFilters }) {
  const navigate = useNavigate({ from: '/b/$business/payments' })
  const { cursor } = filters
  const input = { ...filterInput(business, filters), ...(cursor && { cursor }) }
  const found = useQuery(
    trpc.payments.portal.list.queryOptions(input, {
      placeholderData: keepPreviousData,
      refetchInterval: cursor ? false : refreshEvery(REFRESH_MS),
    }),
  )
  const { data: page, error } = found
  if (error && !page) return <LoadFailed title="Payments could not be loaded" error={error} onRetry={() => void found.refetch()} />
  if (page?.payments.length === 0) return <NoneFound isNarrowed={Object.values(filters).some(Boolean)} />
  return (
    <div className="bleed">
      <Table label="Payments" columns={paymentColumns} rows={page?.payments} keyOf={({ id }) => id} />
      <Pager
        count={page && countOf(page)}
        cursor={cursor}
        next={page?.next_cursor}
        onChange={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
      />
    </div>
  )
}

const countOf = ({ total, total_is_capped }: { readonly total: number; readonly total_is_capped: boolean }): string =>
  `${total_is_capped ? 'more than ' : ''}${total} ${total === 1 ? 'payment' : 'payments'}`

function NoneFound({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <Empty title="No payment matches" actions={<LinkButton to="/b/$business/payments">Show all payments</LinkButton>}>
        Take a filter away, or search for another order, ID, address or transaction.
      </Empty>
    )
  const actions = (
    <>
      <LinkButton look="primary" to="/b/$business/payments/new">
        New payment
      </LinkButton>
      <OutsideLink href="/docs">Read the quick start</OutsideLink>
    </>
  )
  return (
    <Empty title="No payment yet" actions={actions}>
      Create one here or over the API. It shows up the moment it exists, paid or not.
    </Empty>
  )
}
