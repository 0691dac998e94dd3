import type { Outputs } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatMinor } from '../card-money.ts'

type Row = Outputs['cards']['portal']['list']['payments'][number]

const ID_SHOWN = 8

/** The columns of the list of card payments. */
export const cardColumns: readonly Column<Row>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'title',
    head: 'Description',
    place: 'lead',
    cell: ({ id, description }) => (
      <Place className="main truncate" to="/b/$business/cards/payments/$card" params={{ card: id }}>
        <bdi>{description ?? `Card payment ${id.slice(0, ID_SHOWN)}`}</bdi>
      </Place>
    ),
  },
  { id: 'kind', head: 'Kind', cell: ({ escrow_mode }) => (escrow_mode ? 'Escrow' : 'Direct') },
  { id: 'status', head: 'Status', place: 'sub', cell: (row) => <Status row={row} /> },
  {
    id: 'refunded',
    head: 'Refunded',
    isNumber: true,
    cell: ({ amount_refunded: refunded, currency }) => (refunded === 0 ? '–' : formatMinor(refunded, currency)),
  },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, currency }) => formatMinor(amount, currency),
  },
]

const Status = ({ row: { status, hold_reason: hold } }: { readonly row: Row }) => (
  <span className="statuses">
    <Badge state={status} kind="plain" />
    {hold !== null && <Badge state="held" />}
  </span>
)
