import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { trpc } from '../../trpc.ts'
import { LinkButton, OutsideLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { CardsPage } from '../cards-page.tsx'
import { OnboardingNotice } from '../onboarding/onboarding-notice.tsx'
import { cardColumns } from './card-columns.tsx'
import { CardFilterBar } from './card-filter-bar.tsx'
import { cardExportAddress, cardFilterInput } from './filters.ts'

const REFRESH_MS = 10_000

/** Every card payment of the business, newest first, narrowed by the filters in the address. */
export function CardPaymentsPage() {
  const business = useBusinessId()
  const filters = useSearch({ from: '/signed-in/b/$business/cards' })
  const navigate = useNavigate({ from: '/b/$business/cards' })
  const { cursor } = filters
  const input = { ...cardFilterInput(business, filters), ...(cursor && { cursor }) }
  const found = useQuery(trpc.cards.portal.list.queryOptions(input, keptFresh(cursor, REFRESH_MS)))
  const { data: page } = found
  const actions = (
    <OutsideLink href={cardExportAddress(business, filters)}>
      <Download className="icon" aria-hidden="true" />
      Export CSV
    </OutsideLink>
  )
  return (
    <CardsPage title="Payments" actions={actions} filters={<CardFilterBar />}>
      <OnboardingNotice />
      <List
        label="Card payments"
        found={found}
        rows={page?.payments}
        columns={cardColumns}
        none={<NoneFound isNarrowed={Object.values(filters).some(Boolean)} />}
        meanwhile="Card payments go on being charged, and escrows held, meanwhile."
        count={page && countOf(page)}
        cursor={cursor}
        next={page?.next_cursor}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
      />
    </CardsPage>
  )
}

const countOf = ({ total, total_is_capped }: { readonly total: number; readonly total_is_capped: boolean }): string =>
  `${total_is_capped ? 'more than ' : ''}${total} ${total === 1 ? 'card payment' : 'card payments'}`

const NoneFound = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No card payment matches" actions={<LinkButton to="/b/$business/cards">Show all card payments</LinkButton>}>
      Take a filter away, or search for another order, ID or ID at the processor.
    </Empty>
  ) : (
    <Empty title="No card payment yet" actions={<OutsideLink href="/docs">Read the documentation</OutsideLink>}>
      Your shop creates card payments over the API. Each shows up here the moment it exists, paid or not.
    </Empty>
  )
