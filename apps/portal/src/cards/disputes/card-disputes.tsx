import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, trpc } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { pageAt } from '../../ui/list/list-filters.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { amountColumn } from '../amount-columns.ts'
import { CardsList } from '../cards-list.tsx'
import { type Dispute, disputeOptions, disputeReason, disputeShown } from './dispute-words.ts'

const REFRESH_MS = 15_000

/** Every dispute and inquiry about card payments of the business, newest first. */
export function CardDisputesPage() {
  const { status, offset } = useSearch({ from: '/signed-in/b/$business/cards/disputes' })
  const input = { businessId: useBusinessId(), ...pageAt(offset), ...(status && { status }) } as Inputs['cards']['disputes']['list']
  const found = useQuery(trpc.cards.disputes.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  return (
    <CardsList
      title="Disputes"
      label="Disputes"
      to="/b/$business/cards/disputes"
      nouns={['dispute', 'disputes']}
      statuses={disputeOptions}
      found={found}
      rows={found.data?.disputes}
      columns={columns}
      meanwhile="Deadlines stay as they are. An answer can also be given in the dashboard of the card processor."
      beginning={beginning}
    />
  )
}

const beginning = {
  title: 'No dispute',
  text: 'When the bank of a cardholder asks about a charge or takes it back, it is here, with the day until which you can answer.',
}

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
  amountColumn,
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
