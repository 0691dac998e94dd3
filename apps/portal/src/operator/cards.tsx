import { useQuery } from '@tanstack/react-query'
import { formatMinor } from '../cards/card-money.ts'
import { disputeReason } from '../cards/disputes/dispute-words.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { OutsideLink } from '../ui/button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import { Page, Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { RunbookText } from './runbook-text.tsx'
import { REFRESH_MS } from './use-decision.ts'
import { shortId } from '../ui/text/short-id.ts'

type Cards = Outputs['operator']['cards']
type Unknown = Cards['unknown'][number]
type Dispute = Cards['disputes'][number]
type Held = Cards['held'][number]

/** Card money that needs operators: calls without an outcome, payments that are held, and open disputes. */
export function OperatorCardsPage() {
  const found = useQuery(trpc.operator.cards.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const { data } = found
  if (found.error && !data)
    return (
      <LoadFailed title="Card money could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Calls go on being repeated with their keys, and escrows held, meanwhile.
      </LoadFailed>
    )
  return (
    <Page title="Cards">
      <p>
        <RunbookText text="Nothing is decided here. `docs/operations/cards.md` says what each state means and what to do." />
      </p>
      <Section title="Outcome unknown" aside={<Count of={data?.unknown} />}>
        <Rows label="Outcome unknown" rows={data?.unknown} columns={unknownColumns} none="Every call has an outcome." />
      </Section>
      <Section title="Held payments" aside={<Count of={data?.held} />}>
        <Rows label="Held payments" rows={data?.held} columns={heldColumns} none="No card payment is held." />
      </Section>
      <Section title="Open disputes" aside={<Count of={data?.disputes} />}>
        <Rows label="Open disputes" rows={data?.disputes} columns={disputeColumns} none="No bank asks anything." />
      </Section>
    </Page>
  )
}

const Count = ({ of }: { readonly of: readonly unknown[] | undefined }) => of && of.length > 0 && <span className="count">{of.length}</span>

interface RowsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly none: string
}

function Rows<Row extends { readonly id: string }>({ label, rows, columns, none }: RowsProps<Row>) {
  if (rows?.length === 0) return <p className="hint">{none}</p>
  return (
    <div className="card">
      <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  )
}

/** What the processor is asked to do, by purpose. */
const purposes: Readonly<Record<Unknown['purpose'], string>> = {
  card_charge: 'Checkout page',
  card_transfer: 'Release to the merchant',
  card_refund: 'Refund',
  card_fee_refund: 'Refund of the fee',
  card_reversal: 'Reversal of a release',
}

interface Linked {
  readonly temporal_url?: string | null
  readonly processor_url: string
}

const links: Column<Linked> = {
  id: 'links',
  head: <span className="sr-only">Links</span>,
  place: 'sub-end',
  isNumber: true,
  cell: ({ temporal_url: temporal, processor_url: processor }) => (
    <span className="row">
      {temporal && (
        <OutsideLink href={temporal} size="sm" look="ghost">
          Temporal
        </OutsideLink>
      )}
      <OutsideLink href={processor} size="sm" look="ghost">
        Processor
      </OutsideLink>
    </span>
  ),
}

const amount: Column<{ readonly amount: number; readonly currency: string }> = {
  id: 'amount',
  head: 'Amount',
  place: 'end',
  isNumber: true,
  isMain: true,
  cell: (row) => formatMinor(row.amount, row.currency),
}

const whose = (business: string, id: string) => (
  <span className="main">
    <bdi>{business}</bdi>, <span className="mono">{shortId(id)}</span>
  </span>
)

const unknownColumns: readonly Column<Unknown>[] = [
  { id: 'age', head: 'Asked', cell: ({ since }) => <span title={since}>{relativeTo(since)}</span> },
  { id: 'payment', head: 'Payment', place: 'lead', cell: ({ business_name, payment_id }) => whose(business_name, payment_id) },
  { id: 'purpose', head: 'Purpose', place: 'sub', cell: ({ purpose }) => purposes[purpose] },
  { id: 'problem', head: 'Last answer', place: 'foot', cell: (row) => <Problem row={row} /> },
  amount,
  links,
]

function Problem({ row: { calls, problem, next_try_at: next } }: { readonly row: Unknown }) {
  return (
    <Badge state="retrying" kind="plain">
      {calls === 0 ? 'not called yet' : `${problem ?? 'none'}, ${calls} ${calls === 1 ? 'call' : 'calls'}`}
      {next && `, next ${relativeTo(next)}`}
    </Badge>
  )
}

const heldColumns: readonly Column<Held>[] = [
  { id: 'since', head: 'Since', cell: ({ since }) => <Moment at={since} /> },
  { id: 'payment', head: 'Payment', place: 'lead', cell: ({ business_name, id }) => whose(business_name, id) },
  {
    id: 'reason',
    head: 'Because',
    place: 'foot',
    cell: ({ reason }) => (
      <Badge state="held" kind="plain">
        {reason.replaceAll('_', ' ')}
      </Badge>
    ),
  },
  amount,
  links,
]

const disputeColumns: readonly Column<Dispute>[] = [
  {
    id: 'due',
    head: 'Answer until',
    place: 'sub',
    cell: ({ due_at: at }) => (at === null ? <span className="hint">no deadline</span> : <span title={at}>{relativeTo(at)}</span>),
  },
  { id: 'payment', head: 'Payment', place: 'lead', cell: ({ business_name, payment_id }) => whose(business_name, payment_id) },
  {
    id: 'reason',
    head: 'Reason',
    place: 'foot',
    cell: ({ reason, escrow_mode }) => `${disputeReason(reason)}${escrow_mode ? ', of money in escrow' : ''}`,
  },
  { id: 'evidence', head: 'Evidence', cell: ({ has_evidence }) => (has_evidence ? 'Stored' : <span className="hint">none yet</span>) },
  amount,
  links,
]
