import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import { linkTo } from '../ui/place.tsx'

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
        <nav className="tabs" aria-label="Cards">
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
