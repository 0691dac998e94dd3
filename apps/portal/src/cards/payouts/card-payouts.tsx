import { cardPayoutStatuses } from '@gateway/domain/cards/payout'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, type Outputs, trpc } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { pageAt } from '../../ui/list/list-filters.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { Day, Moment } from '../../ui/moment.tsx'
import type { State } from '../../ui/states.ts'
import type { Column } from '../../ui/table.tsx'
import { amountColumn } from '../amount-columns.ts'
import { CardsList } from '../cards-list.tsx'

/** A payout of the processor to the bank of the merchant. */
export type Payout = Outputs['cards']['payouts']['list']['payouts'][number]

const REFRESH_MS = 30_000

/** What the processor has paid out to the bank of the business, newest first. */
export function CardPayoutsPage() {
  const { status, offset } = useSearch({ from: '/signed-in/b/$business/cards/payouts' })
  const input = { businessId: useBusinessId(), ...pageAt(offset), ...(status && { status }) } as Inputs['cards']['payouts']['list']
  const found = useQuery(trpc.cards.payouts.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  return (
    <CardsList
      title="Payouts"
      label="Payouts"
      to="/b/$business/cards/payouts"
      nouns={['payout', 'payouts']}
      statuses={cardPayoutStatuses.map((one) => [one, shownOf(one)[1]])}
      found={found}
      rows={found.data?.payouts}
      columns={columns}
      meanwhile="The card processor goes on paying out meanwhile."
      beginning={beginning}
    />
  )
}

const beginning = {
  title: 'No payout yet',
  text: 'The card processor pays the balance of your account there out to your bank, by its own calendar. Each payout is then here.',
}

const words: Readonly<Record<string, readonly [State, string]>> = {
  pending: ['pending', 'Pending'],
  in_transit: ['forwarding', 'On its way'],
  paid: ['succeeded', 'Paid out'],
  failed: ['failed', 'Failed'],
  canceled: ['cancelled', 'Cancelled'],
}

/** How the status of a payout is shown; a later word of the processor as it is. */
const shownOf = (status: string): readonly [State, string] => words[status] ?? ['pending', status.replaceAll('_', ' ')]

/** The status of a payout in its words. */
export const PayoutBadge = ({ status, kind }: { readonly status: string; readonly kind: 'plain' | 'lg' }) => (
  <Badge state={shownOf(status)[0]} kind={kind}>
    {shownOf(status)[1]}
  </Badge>
)

const columns: readonly Column<Payout>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'payout',
    head: 'Payout',
    place: 'lead',
    cell: ({ processor_payout_id: id }) => (
      <span className="main mono truncate" title={id}>
        {id}
      </span>
    ),
  },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <PayoutBadge status={status} kind="plain" /> },
  { id: 'arrives', head: 'At your bank', place: 'foot', cell: (payout) => <Arrival payout={payout} /> },
  amountColumn,
]

function Arrival({ payout: { status, failure_code: failure, arrives_at: at } }: { readonly payout: Payout }) {
  if (failure !== null) return <span>Your bank says: {failure.replaceAll('_', ' ')}</span>
  // The processor names a day as its midnight in UTC.
  const day = <Day day={at.slice(0, 'YYYY-MM-DD'.length)} />
  return <span>{status === 'paid' ? day : <>by {day}</>}</span>
}
