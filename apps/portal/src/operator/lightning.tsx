import { useQuery } from '@tanstack/react-query'
import { formatSats } from '../lightning/sats.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page, Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { channelColumns, sendColumns } from './lightning-columns.tsx'
import { RunbookText } from './runbook-text.tsx'
import { REFRESH_MS } from './use-decision.ts'

type Lightning = Outputs['operator']['lightning']

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
      <Rows title="Channels" rows={data?.channels} columns={channelColumns} none={NO_CHANNEL} />
      <Rows
        title="Sends without an end"
        rows={data?.sends}
        total={data?.open_sends}
        columns={sendColumns}
        none="Every send is settled or failed."
      />
    </Page>
  )
}

const NO_CHANNEL = 'No channel was read: the role needs the macaroon that reads.'

interface RowsProps<Row> {
  readonly title: string
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly none: string
  /** How many there are, of which these are the oldest: each needs somebody to look at it. */
  readonly total?: number | undefined
}

function Rows<Row extends { readonly id: string }>({ title, rows, columns, none, total = 0 }: RowsProps<Row>) {
  return (
    <Section title={title} aside={total > 0 && <span className="count">{total.toLocaleString('en')}</span>}>
      {rows && total > rows.length && <p className="hint">The oldest {rows.length} are shown.</p>}
      {rows?.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <div className="card">
          <Table label={title} columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
    </Section>
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
