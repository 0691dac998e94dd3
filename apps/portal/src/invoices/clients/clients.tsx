import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, trpc } from '../../trpc.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { InvoicesPage } from '../invoices-page.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { clientColumns } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'
import type { Client } from './client-values.ts'
import { DeleteClient } from './delete-client.tsx'

const REFRESH_MS = 30_000

type Open = { readonly what: 'new' } | { readonly what: 'change' | 'delete'; readonly client: Client }

/** Everybody whom the business invoices, newest first. */
export function ClientsPage() {
  const { q, cursor } = useSearch({ from: '/signed-in/b/$business/invoices/clients' })
  const navigate = useNavigate({ from: '/b/$business/invoices/clients' })
  const [open, setOpen] = useState<Open>()
  const input = { businessId: useBusinessId(), ...(q && { q }), ...(cursor && { cursor }) } as Inputs['invoices']['portal']['clients']
  const found = useQuery(trpc.invoices.portal.clients.queryOptions(input, keptFresh(cursor, REFRESH_MS)))
  const page = found.data
  return (
    <InvoicesPage
      title="Clients"
      actions={
        <Button look="primary" onClick={() => setOpen({ what: 'new' })}>
          <Plus className="icon" aria-hidden="true" />
          New client…
        </Button>
      }
      filters={
        <SearchField
          label="Search clients"
          placeholder="Name or e-mail"
          text={q ?? ''}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { q: text } })}
        />
      }
    >
      <List
        label="Clients"
        found={found}
        rows={page?.clients}
        columns={clientColumns((what, client) => setOpen({ what, client }))}
        none={<None isNarrowed={Boolean(q ?? cursor)} />}
        meanwhile="Invoices that were sent stay payable meanwhile."
        count={page && countOf(page, ['client', 'clients'])}
        cursor={cursor}
        next={page?.next_cursor}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
      />
      {open && <Opened open={open} onClose={() => setOpen(undefined)} />}
    </InvoicesPage>
  )
}

function Opened({ open, onClose }: { readonly open: Open; readonly onClose: () => void }) {
  if (open.what === 'new') return <ClientDialog onClose={onClose} />
  if (open.what === 'delete') return <DeleteClient client={open.client} onClose={onClose} />
  return <ClientDialog client={open.client} onClose={onClose} />
}

const None = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No client matches" actions={<LinkButton to="/b/$business/invoices/clients">Show all clients</LinkButton>}>
      Search for the beginning of another name or e-mail address.
    </Empty>
  ) : (
    <Empty title="No client yet">
      A client has a name, and for its invoices an e-mail address, a language, an address and a tax ID. Create one here or in an invoice.
    </Empty>
  )
