import type { ReactNode } from 'react'
import { ListTabs } from '../ui/list/list-tabs.tsx'
import { Page } from '../ui/page.tsx'

const pages = [
  ['/b/$business/invoices', 'Invoices'],
  ['/b/$business/invoices/clients', 'Clients'],
] as const

interface InvoicesPageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
}

/** A page that lists invoices or clients: the ways to the other, what the list can be narrowed by, and what is there. */
export function InvoicesPage({ title, actions, filters, children }: InvoicesPageProps) {
  return (
    <Page title={title} shown="Invoices" actions={actions}>
      <div className="stack">
        <ListTabs label="Invoices" pages={pages} />
        {filters && <div className="filters">{filters}</div>}
      </div>
      {children}
    </Page>
  )
}
