import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { formatMinor } from '../card-money.ts'
import type { CardDetail } from './card-detail.ts'
import { refundStates } from './refund-states.ts'

type Refund = CardDetail['refunds'][number]

/** The refunds of the card payment, the latest first, with what is known of those that have no result. */
export function CardRefunds({ detail: { refunds, payment } }: { readonly detail: CardDetail }) {
  if (refunds.length === 0) return null
  return (
    <Section title="Refunds">
      <div className="card">
        <Table label="Refunds" columns={columnsOf(payment.currency)} rows={refunds.toReversed()} keyOf={({ id }) => id} />
      </div>
    </Section>
  )
}

const columnsOf = (currency: string): readonly Column<Refund>[] => [
  { id: 'at', head: 'Asked for', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'id',
    head: 'Refund',
    place: 'lead',
    cell: ({ refund_id }) => (
      <span className="mono truncate" title={refund_id}>
        {refund_id.slice(0, 12)}
      </span>
    ),
  },
  { id: 'state', head: 'Status', place: 'sub', cell: (refund) => <Status refund={refund} /> },
  { id: 'more', head: 'Note', place: 'foot', cell: (refund) => <Note refund={refund} /> },
  { id: 'amount', head: 'Amount', place: 'end', isNumber: true, isMain: true, cell: ({ amount }) => formatMinor(amount, currency) },
]

const Status = ({ refund: { status } }: { readonly refund: Refund }) => (
  <Badge state={refundStates[status][0]} kind="plain">
    {refundStates[status][1]}
  </Badge>
)

/** Why it failed, what it waits for, or why it was made. */
function Note({ refund: { status, failure, reason, processor_status: asked } }: { readonly refund: Refund }) {
  if (failure !== null) return <span>The card processor says: {failure.replaceAll('_', ' ')}</span>
  if (status === 'pending')
    return (
      <span className="hint">
        {asked === 'requires_action' ? 'The customer has to name a bank account' : 'The card processor has no result yet'}
      </span>
    )
  return reason === null ? <span className="hint">none</span> : <bdi>{reason}</bdi>
}
