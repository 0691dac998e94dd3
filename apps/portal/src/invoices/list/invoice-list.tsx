import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { trpc } from '../../trpc.ts'
import { LinkButton, OutsideLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { invoiceFilterInput } from '../filters.ts'
import { InvoicesPage } from '../invoices-page.tsx'
import { Ageing } from './ageing.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceFilterBar } from './invoice-filter-bar.tsx'

const REFRESH_MS = 15_000

/** Every invoice of the business, newest first, narrowed by the filters in the address, and what is owed. */
export function InvoiceListPage() {
  const business = useBusinessId()
  const filters = useSearch({ from: '/signed-in/b/$business/invoices' })
  const navigate = useNavigate({ from: '/b/$business/invoices' })
  const { cursor } = filters
  const found = useQuery(trpc.invoices.portal.list.queryOptions(invoiceFilterInput(business, filters), keptFresh(cursor, REFRESH_MS)))
  const { data: page } = found
  return (
    <InvoicesPage title="Invoices" actions={<Actions business={business} />} filters={<InvoiceFilterBar />}>
      <Ageing />
      <List
        label="Invoices"
        found={found}
        rows={page?.invoices}
        columns={invoiceColumns}
        none={<None isNarrowed={Object.values(filters).some(Boolean)} />}
        meanwhile="Invoices that were sent stay payable meanwhile."
        count={page && countOf(page, ['invoice', 'invoices'])}
        cursor={cursor}
        next={page?.next_cursor}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
      />
    </InvoicesPage>
  )
}

const Actions = ({ business }: { readonly business: string }) => (
  <>
    <OutsideLink href={`/portal/invoice-register.csv?business_id=${business}`}>
      <Download className="icon" aria-hidden="true" />
      Export register
    </OutsideLink>
    <Create look="primary" />
  </>
)

const Create = ({ look }: { readonly look?: 'primary' }) => (
  <LinkButton {...(look && { look })} to="/b/$business/invoices/new">
    {look && <Plus className="icon" aria-hidden="true" />}
    New invoice
  </LinkButton>
)

const None = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No invoice matches" actions={<LinkButton to="/b/$business/invoices">Show all invoices</LinkButton>}>
      Take a filter away, or search for another number or client.
    </Empty>
  ) : (
    <Empty title="No invoice yet" actions={<Create />}>
      An invoice asks one client for an amount, by lines with tax or by a bare sum. It is paid in a coin or by card on a page of its own.
    </Empty>
  )
