import { useQuery } from '@tanstack/react-query'
import { formatSats } from '../lightning/sats.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { short } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { OutsideLink } from '../ui/button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import { Page, Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { shortId } from '../ui/text/short-id.ts'
import { RunbookText } from './runbook-text.tsx'
import { REFRESH_MS } from './use-decision.ts'

type Lightning = Outputs['operator']['lightning']
type Send = Lightning['sends'][number]
type Channel = Lightning['channels'][number]

/** What the node's channels hold beside what is owed to wallets, and the sends that have no end. */
export function OperatorLightningPage() {
  const found = useQuery(trpc.operator.lightning.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const { data } = found
  if (found.error && !data)
    return (
      <LoadFailed title="Lightning could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Invoices stay payable, and pending sends are asked about, meanwhile.
      </LoadFailed>
    )
  return (
    <Page title="Lightning">
      <p>
        <RunbookText text="Nothing is decided here. `docs/operations/lightning.md` says what each figure means and what to do." />
      </p>
      {data && <Funds of={data} />}
      <Section title="Channels" aside={data && data.channels.length > 0 && <span className="count">{data.channels.length}</span>}>
        {data?.channels.length === 0 ? (
          <p className="hint">No channel was read: the role needs the macaroon that reads.</p>
        ) : (
          <div className="card">
            <Table label="Channels" columns={channelColumns} rows={data?.channels} keyOf={({ id }) => id} />
          </div>
        )}
      </Section>
      <Section title="Sends without an end" aside={data && data.sends.length > 0 && <span className="count">{data.sends.length}</span>}>
        {data?.sends.length === 0 ? (
          <p className="hint">Every send is settled or failed.</p>
        ) : (
          <div className="card">
            <Table label="Sends without an end" columns={sendColumns} rows={data?.sends} keyOf={({ id }) => id} />
          </div>
        )}
      </Section>
    </Page>
  )
}

function Funds({ of }: { readonly of: Lightning }) {
  const { funds } = of
  return (
    <Section title="Liquidity" aside={<Level of={of} />}>
      <Facts
        rows={[
          ['Owed to wallets', formatSats(of.owed_sats)],
          funds && ['Held in channels', `${formatSats(funds.hot_sats)} of ${formatSats(of.cap_sats)} at most`],
          funds && ['Can be sent', formatSats(funds.local_sats)],
          funds && ['On its way', formatSats(funds.unsettled_sats)],
          funds && ['In channels that open', formatSats(funds.pending_sats)],
          funds && ['Can be received', formatSats(funds.receivable_sats)],
          ['Open invoices', of.open_invoices.toLocaleString('en')],
          funds && ['As of', <Moment at={funds.as_of} isPrecise />],
        ]}
      />
    </Section>
  )
}

function Level({ of: { funds, is_short: isShort, is_over_cap: isOver } }: { readonly of: Lightning }) {
  if (funds === null) return <Badge state="held">The node was never asked: does the chain role run?</Badge>
  if (isShort) return <Badge state="failed">Less than is owed</Badge>
  if (isOver) return <Badge state="overpaid">More than the node may hold</Badge>
  return <Badge state="active">Enough</Badge>
}

const channelColumns: readonly Column<Channel>[] = [
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
  { id: 'sendable', head: 'Can be sent', place: 'foot', isNumber: true, cell: ({ local_sats }) => formatSats(local_sats) },
  { id: 'receivable', head: 'Can be received', isNumber: true, cell: ({ remote_sats }) => formatSats(remote_sats) },
  { id: 'unsettled', head: 'On its way', isNumber: true, cell: ({ unsettled_sats: sats }) => (sats === 0 ? '–' : formatSats(sats)) },
  { id: 'capacity', head: 'Capacity', place: 'end', isNumber: true, isMain: true, cell: ({ capacity_sats }) => formatSats(capacity_sats) },
]

const sendColumns: readonly Column<Send>[] = [
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
      {calls === 0 ? 'not given to the node yet' : (problem ?? 'no end yet')}
      {next && `, asked again ${relativeTo(next)}`}
    </Badge>
  )
}
