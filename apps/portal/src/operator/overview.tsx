import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton, OutsideLink } from '../ui/button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Figures } from '../ui/facts.tsx'
import { relativeTo } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { RunbookText } from './runbook-text.tsx'
import { REFRESH_MS } from './use-decision.ts'

type Overview = Outputs['operator']['overview']
type Chain = Overview['chains'][number]

/** What operators look at first: what waits, which alarms fire, how far each chain has been read. */
export function OverviewPage() {
  const found = useQuery(trpc.operator.overview.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const { data, error } = found
  if (error && !data) return <LoadFailed title="The overview could not be loaded" error={error} onRetry={() => void found.refetch()} />
  const temporal = data?.temporal_url && <OutsideLink href={data.temporal_url}>Open Temporal UI</OutsideLink>
  return (
    <Page title="Operator" actions={temporal}>
      {data?.refused_nodes.map(({ chain, reason, since }) => (
        <Notice key={chain} state="failed" fact={`${chain} has stopped, since ${relativeTo(since)}`}>
          {reason}
        </Notice>
      ))}
      {data?.alarms.map((alarm) => (
        <Alarm key={alarm.name} alarm={alarm} />
      ))}
      {data && <Counts counts={data.counts} />}
      <Section title="Chains">
        <div className="card">
          <Table label="Chains" columns={chainColumns} rows={data && chainsOf(data)} keyOf={({ chain }) => chain} />
        </div>
      </Section>
    </Page>
  )
}

/** An alert that is true now: on which chains, what to do first, where to do it, and the section of the runbook about it. */
function Alarm({ alarm: { name, severity, meaning, step, chains, area } }: { readonly alarm: Overview['alarms'][number] }) {
  const where = chains.length === 0 ? name : `${name} on ${chains.join(', ')}`
  const way = area && (
    <LinkButton size="sm" to={`/operator/${area}`}>
      {areas[area]}
    </LinkButton>
  )
  return (
    <Notice state={severity === 'page' ? 'failed' : 'held'} fact={`${where}: ${meaning}`} actions={way}>
      <RunbookText text={`${step} See \`docs/operations/alerts.md#${name.toLowerCase()}\`.`} />
    </Notice>
  )
}

const areas: Readonly<Record<NonNullable<Overview['alarms'][number]['area']>, string>> = {
  payouts: 'Open payouts',
  held: 'Open held money',
  disputes: 'Open disputes',
  pauses: 'Open pauses',
  treasury: 'Open treasury',
  lightning: 'Open Lightning',
  rates: 'Open rates',
  audit: 'Open audit log',
}

/** The sentence of a refused node stands above the table. */
const chainsOf = ({ chains, refused_nodes: refused }: Overview): Chain[] =>
  chains.map((one) => (refused.some(({ chain }) => chain === one.chain) ? { ...one, problem: 'Stopped' } : one))

const Counts = ({ counts }: { readonly counts: Overview['counts'] }) => (
  <Figures
    rows={[
      ['Payouts that wait', counts.payouts],
      ['Held money', counts.held_money, `${counts.unsupported_tokens} unsupported tokens, ${counts.wrong_chain} on a wrong chain`],
      ['Pauses', counts.pauses],
      ['Rates to confirm', counts.rates_to_confirm],
    ]}
  />
)

const chainColumns: readonly Column<Chain>[] = [
  { id: 'chain', head: 'Chain', place: 'lead', isMain: true, cell: ({ chain, network }) => `${chain}, ${network}` },
  { id: 'state', head: 'State', place: 'sub', cell: (chain) => <ChainState chain={chain} /> },
  { id: 'scanned', head: 'Read to', isNumber: true, cell: ({ scanned_height }) => scanned_height },
  { id: 'head', head: 'Head', isNumber: true, cell: ({ head_height }) => head_height },
  { id: 'lag', head: 'Behind', place: 'end', isNumber: true, cell: ({ lag_blocks }) => `${lag_blocks} blocks` },
  { id: 'progress', head: 'Last progress', place: 'sub-end', isNumber: true, cell: ({ progress_at }) => relativeTo(progress_at) },
  {
    id: 'temporal',
    head: <span className="sr-only">Temporal</span>,
    cell: ({ chain, temporal_url }) =>
      temporal_url && (
        <OutsideLink href={temporal_url} size="sm" look="ghost">
          {`Scanner of ${chain}`}
        </OutsideLink>
      ),
  },
]

function ChainState({ chain: { problem, problem_since, lag_blocks } }: { readonly chain: Chain }) {
  if (problem !== null)
    return (
      <Badge state="retrying" kind="plain">
        {`${problem}${problem_since ? `, since ${relativeTo(problem_since)}` : ''}`}
      </Badge>
    )
  return (
    <Badge state={lag_blocks > 1 ? 'pending' : 'active'} kind="plain">
      {lag_blocks > 1 ? 'Catching up' : 'Up to date'}
    </Badge>
  )
}
