import { formatSats } from '../lightning/sats.ts'
import type { Outputs } from '../trpc.ts'
import { short } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { OutsideLink } from '../ui/button.tsx'
import { relativeTo } from '../ui/moment.tsx'
import type { Column } from '../ui/table.tsx'
import { shortId } from '../ui/text/short-id.ts'

type Lightning = Outputs['operator']['lightning']
type Send = Lightning['sends'][number]
type Channel = Lightning['channels'][number]

/** The columns of the node's channels. */
export const channelColumns: readonly Column<Channel>[] = [
  {
    id: 'peer',
    head: 'Peer',
    place: 'lead',
    cell: ({ peer, id }) => (
      <span className="main mono" title={`${peer}, ${id}`}>
        {short(peer)}
      </span>
    ),
  },
  {
    id: 'state',
    head: 'State',
    place: 'sub',
    cell: ({ active }) => (
      <Badge state={active ? 'active' : 'paused'} kind="plain">
        {active ? 'Active' : 'Peer is away'}
      </Badge>
    ),
  },
  { id: 'sendable', head: 'Can be sent', isNumber: true, cell: ({ local_sats }) => formatSats(local_sats) },
  { id: 'receivable', head: 'Can be received', isNumber: true, cell: ({ remote_sats }) => formatSats(remote_sats) },
  { id: 'unsettled', head: 'On its way', isNumber: true, cell: ({ unsettled_sats: sats }) => (sats === 0 ? '–' : formatSats(sats)) },
  { id: 'capacity', head: 'Capacity', place: 'end', isNumber: true, isMain: true, cell: ({ capacity_sats }) => formatSats(capacity_sats) },
]

/** The columns of sends without an end. */
export const sendColumns: readonly Column<Send>[] = [
  { id: 'age', head: 'Booked', cell: ({ since }) => <span title={since}>{relativeTo(since)}</span> },
  {
    id: 'payment',
    head: 'Payment',
    place: 'lead',
    cell: ({ business_name, wallet_id, id }) => (
      <span className="main">
        <bdi>{business_name}</bdi>, <bdi>{wallet_id}</bdi>, <span className="mono">{shortId(id)}</span>
      </span>
    ),
  },
  {
    id: 'hash',
    head: 'Hash',
    cell: ({ payment_hash: hash }) => (
      <span className="mono" title={hash}>
        {shortId(hash)}
      </span>
    ),
  },
  { id: 'problem', head: 'Last answer', place: 'foot', cell: (send) => <LastAnswer send={send} /> },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount_sats, reserve_sats }) => (
      <span title={`${formatSats(reserve_sats)} reserved for the fee`}>{formatSats(amount_sats)}</span>
    ),
  },
  {
    id: 'links',
    head: <span className="sr-only">Links</span>,
    place: 'sub-end',
    isNumber: true,
    cell: ({ temporal_url: temporal }) =>
      temporal && (
        <OutsideLink href={temporal} size="sm" look="ghost">
          Temporal
        </OutsideLink>
      ),
  },
]

function LastAnswer({ send: { calls, problem, next_look_at: next } }: { readonly send: Send }) {
  return (
    <Badge state="retrying" kind="plain">
      {problem ?? (calls === 0 ? 'not given to the node yet' : 'no end yet')}
      {next && `, asked again ${relativeTo(next)}`}
    </Badge>
  )
}
