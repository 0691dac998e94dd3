import type { ReactNode } from 'react'
import { ListTabs } from '../ui/list/list-tabs.tsx'
import { Page } from '../ui/page.tsx'

const pages = [
  ['/b/$business/lightning', 'Payments'],
  ['/b/$business/lightning/wallets', 'Wallets'],
] as const

interface LightningLayoutProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
}

/** A page about Lightning: the ways to the other, what the list can be narrowed by, and what is there. */
export function LightningLayout({ title, actions, filters, children }: LightningLayoutProps) {
  return (
    <Page title={title} shown="Lightning" actions={actions}>
      <div className="stack">
        <ListTabs label="Lightning" pages={pages} />
        {filters && <div className="filters">{filters}</div>}
      </div>
      {children}
    </Page>
  )
}
