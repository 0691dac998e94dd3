import type { ReactNode } from 'react'
import { ListTabs } from '../ui/list/list-tabs.tsx'
import { Page } from '../ui/page.tsx'

const pages = [
  ['/b/$business/cards', 'Payments'],
  ['/b/$business/cards/escrows', 'Escrows'],
  ['/b/$business/cards/disputes', 'Disputes'],
  ['/b/$business/cards/payouts', 'Payouts'],
  ['/b/$business/cards/onboarding', 'Account'],
] as const

interface CardsPageProps {
  /** What of cards it is about, such as "Disputes". */
  readonly title: string
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
}

/** A page about cards: the ways to the others, what the list can be narrowed by, and what is there. */
export function CardsPage({ title, actions, filters, children }: CardsPageProps) {
  return (
    <Page title={title === 'Payments' ? 'Cards' : `Cards: ${title.toLowerCase()}`} shown="Cards" actions={actions}>
      <div className="stack">
        <ListTabs label="Cards" pages={pages} />
        {filters && <div className="filters">{filters}</div>}
      </div>
      {children}
    </Page>
  )
}
