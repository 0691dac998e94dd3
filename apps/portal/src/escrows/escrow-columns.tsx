import type { Outputs } from '../trpc.ts'
import { short } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { Coin } from '../ui/coin.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Place } from '../ui/place.tsx'
import type { Column } from '../ui/table.tsx'
import { shortId } from '../ui/text/short-id.ts'

/** An escrow as a row of a table. */
type EscrowRow = Outputs['escrows']['portal']['list']['escrows'][number]

/** What an escrow is called in a list: the beginning of its id, as a link. */
export const EscrowLink = ({ id, children }: { readonly id: string; readonly children?: React.ReactNode }) => (
  <Place className="main" to="/b/$business/escrows/$escrow" params={{ escrow: id }}>
    {children ?? <span className="mono">{shortId(id)}</span>}
  </Place>
)

/** The columns of the list of escrows. */
export const escrowColumns: readonly Column<EscrowRow>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'escrow', head: 'Escrow', place: 'lead', cell: ({ id }) => <EscrowLink id={id} /> },
  {
    id: 'parties',
    head: 'From, to',
    place: 'foot',
    cell: ({ depositor_address: from, beneficiary_address: to }) => (
      <span className="mono nowrap" title={`${from ?? 'not named'} → ${to}`}>
        <bdi dir="ltr">{from === null ? 'not named' : short(from)}</bdi> → <bdi dir="ltr">{short(to)}</bdi>
      </span>
    ),
  },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <Badge state={status} kind="plain" /> },
  {
    id: 'deadline',
    head: 'Deadline',
    cell: ({ deadline_at: at }) => (at === null ? <span className="hint">none</span> : <Moment at={at} />),
  },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, chain }) => (
      <span className="inline-flex items-center gap-2">
        {formatAsset(amount, chain)}
        <Coin asset={chain} />
      </span>
    ),
  },
]
