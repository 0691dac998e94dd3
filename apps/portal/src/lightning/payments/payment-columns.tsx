import type { Outputs } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { shortId } from '../../ui/text/short-id.ts'
import { formatSats } from '../sats.ts'
import { directionWords } from './direction-words.ts'

type Row = Outputs['lightning']['portal']['list']['payments'][number]

/** The columns of the list of Lightning payments. */
export const lightningColumns: readonly Column<Row>[] = [
  { id: 'created', head: 'Time', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'direction', head: 'Direction', cell: ({ direction }) => directionWords[direction] },
  {
    id: 'title',
    head: 'Description',
    place: 'lead',
    cell: ({ id, description }) => (
      <Place className="main truncate" to="/b/$business/lightning/payments/$payment" params={{ payment: id }}>
        <bdi>{description ?? `Payment ${shortId(id)}`}</bdi>
      </Place>
    ),
  },
  { id: 'wallet', head: 'Wallet', place: 'foot', cell: ({ wallet_id }) => <bdi className="truncate max-w-36">{wallet_id}</bdi> },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <Badge state={status} kind="plain" /> },
  { id: 'fee', head: 'Fee', isNumber: true, cell: ({ fee_sats }) => (fee_sats === 0 ? '–' : formatSats(fee_sats)) },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ direction, amount_sats }) => `${direction === 'outgoing' ? '−' : ''}${formatSats(amount_sats)}`,
  },
]
