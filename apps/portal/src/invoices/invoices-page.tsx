import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import { linkTo } from '../ui/place.tsx'

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
        <nav className="tabs" aria-label="Invoices">
          {pages.map(([to, word]) => (
            <Link
              key={to}
              {...linkTo({ to, search: {} })}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {word}
            </Link>
          ))}
        </nav>
        {filters && <div className="filters">{filters}</div>}
      </div>
      {children}
    </Page>
  )
}
