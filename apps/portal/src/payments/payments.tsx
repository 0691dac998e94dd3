import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { LinkButton, OutsideLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { keptFresh } from '../ui/list/list-page.tsx'
import { Page } from '../ui/page.tsx'
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
      <Payments business={business} filters={filters} />
    </Page>
  )
}

function Payments({ business, filters }: { readonly business: string; readonly filters: PaymentFilters }) {
  const navigate = useNavigate({ from: '/b/$business/payments' })
  const { cursor } = filters
  const input = { ...filterInput(business, filters), ...(cursor && { cursor }) }
  const found = useQuery(trpc.payments.portal.list.queryOptions(input, keptFresh(cursor, REFRESH_MS)))
  const { data: page } = found
  return (
    <List
      label="Payments"
      found={found}
      rows={page?.payments}
      columns={paymentColumns}
      none={<NoneFound isNarrowed={Object.values(filters).some(Boolean)} />}
      count={page && countOf(page)}
      cursor={cursor}
      next={page?.next_cursor}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
    />
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
