import type { Outputs } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { shortId } from '../../ui/text/short-id.ts'
import { amountColumn, refundedColumn } from '../amount-columns.ts'

type Row = Outputs['cards']['portal']['list']['payments'][number]

/** The columns of the list of card payments. */
export const cardColumns: readonly Column<Row>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'title',
    head: 'Description',
    place: 'lead',
    cell: ({ id, description }) => (
      <Place className="main truncate" to="/b/$business/cards/payments/$card" params={{ card: id }}>
        <bdi>{description ?? `Card payment ${shortId(id)}`}</bdi>
      </Place>
    ),
  },
  { id: 'kind', head: 'Kind', cell: ({ escrow_mode }) => (escrow_mode ? 'Escrow' : 'Direct') },
  { id: 'status', head: 'Status', place: 'sub', cell: (row) => <Status row={row} /> },
  refundedColumn,
  amountColumn,
]

const Status = ({ row: { status, hold_reason: hold } }: { readonly row: Row }) => (
  <span className="statuses">
    <Badge state={status} kind="plain" />
    {hold !== null && <Badge state="held" />}
  </span>
)
