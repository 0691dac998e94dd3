import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, trpc } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { nextOffset, pageAt } from '../../ui/list/list-filters.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatMinor } from '../card-money.ts'
import { CardsPage } from '../cards-page.tsx'
import { StateChoice } from '../state-choice.tsx'
import { type Dispute, disputeOptions, disputeReason, disputeShown } from './dispute-words.ts'

const REFRESH_MS = 15_000

/** Every dispute and inquiry about card payments of the business, newest first. */
export function CardDisputesPage() {
  const { status, offset } = useSearch({ from: '/signed-in/b/$business/cards/disputes' })
  const navigate = useNavigate({ from: '/b/$business/cards/disputes' })
  const input = { businessId: useBusinessId(), ...pageAt(offset), ...(status && { status }) } as Inputs['cards']['disputes']['list']
  const found = useQuery(trpc.cards.disputes.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  const { data } = found
  return (
    <CardsPage title="Disputes" filters={<StateChoice options={disputeOptions} />}>
      <List
        label="Disputes"
        found={found}
        rows={data?.disputes}
        columns={columns}
        none={<None isNarrowed={Boolean(status ?? offset)} />}
        meanwhile="Deadlines stay as they are. An answer can also be given in the dashboard of the card processor."
        count={data && `${data.total} ${data.total === 1 ? 'dispute' : 'disputes'}`}
        cursor={offset}
        next={data && nextOffset(data)}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, offset: next }) })}
      />
    </CardsPage>
  )
}

const None = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No dispute matches" actions={<LinkButton to="/b/$business/cards/disputes">Show all disputes</LinkButton>}>
      Choose another status.
    </Empty>
  ) : (
    <Empty title="No dispute">
      When the bank of a cardholder asks about a charge or takes it back, it is here, with the day until which you can answer.
    </Empty>
  )

const columns: readonly Column<Dispute>[] = [
  { id: 'since', head: 'Opened', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'reason',
    head: 'Reason',
    place: 'lead',
    cell: ({ id, reason }) => (
      <Place className="main" to="/b/$business/cards/disputes/$dispute" params={{ dispute: id }}>
        {disputeReason(reason)}
      </Place>
    ),
  },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <DisputeBadge status={status} kind="plain" /> },
  { id: 'due', head: 'Deadline', place: 'foot', cell: (dispute) => <Due dispute={dispute} /> },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, currency }) => formatMinor(amount, currency),
  },
]

function Due({ dispute: { can_respond: isOpen, evidence_due_at: at } }: { readonly dispute: Dispute }) {
  if (!isOpen || at === null) return <span className="hint">no answer is awaited</span>
  return (
    <>
      answer until <Moment at={at} /> <span className="hint">({relativeTo(at)})</span>
    </>
  )
}

/** The status of a dispute in its words. */
export const DisputeBadge = ({ status, kind }: { readonly status: Dispute['status']; readonly kind: 'plain' | 'lg' }) => (
  <Badge state={disputeShown(status)[0]} kind={kind}>
    {disputeShown(status)[1]}
  </Badge>
)
