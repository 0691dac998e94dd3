import { fiatCodes } from '@gateway/domain/money/fiat'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { formatFiat } from '../ui/money.ts'
import { Page, Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Notice } from '../ui/notice.tsx'
import { refreshEvery } from '../ui/refresh.ts'

type Board = Outputs['rates']['portal']['sources']
type Rate = Board['rates'][number]
type Source = Board['sources'][number]

const REFRESH_MS = 5_000

/** The rates that payments are quoted at now, and how their sources do. */
export function RatesPage() {
  const [currency, setCurrency] = useState<Board['currency']>('USD')
  const found = useQuery(
    trpc.rates.portal.sources.queryOptions({ currency }, { refetchInterval: refreshEvery(REFRESH_MS), placeholderData: keepPreviousData }),
  )
  const board = found.data
  const choose = (
    <span className="select">
      <select aria-label="Currency" value={currency} onChange={(event) => setCurrency(event.target.value as Board['currency'])}>
        {fiatCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <ChevronDown className="icon" aria-hidden="true" />
    </span>
  )
  return (
    <Page title="Rates" actions={choose}>
      {found.error && !board ? (
        <LoadFailed title="Rates could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Shown board={board} currency={currency} />
      )}
    </Page>
  )
}

function Shown({ board, currency }: { readonly board: Board | undefined; readonly currency: Board['currency'] }) {
  return (
    <>
      {board && board.unavailable.length > 0 && (
        <Notice state="held" fact={`No rate for ${board.unavailable.join(', ')}`}>
          Payments in these coins cannot be created until a source answers again.
        </Notice>
      )}
      <Section title="Coins">
        <p className="hint">The price of one coin before your spread: the median of the sources that answered in time.</p>
        <div className="card">
          <Table label="Rates" columns={rateColumns(board?.currency ?? currency)} rows={board?.rates} keyOf={({ coin }) => coin} />
        </div>
      </Section>
      <Section title="Sources">
        <div className="card">
          <Table label="Sources" columns={sourceColumns} rows={board?.sources} keyOf={({ name }) => name} />
        </div>
      </Section>
    </>
  )
}

const rateColumns = (currency: string): readonly Column<Rate>[] => [
  { id: 'coin', head: 'Coin', place: 'lead', isMain: true, cell: ({ coin }) => coin },
  { id: 'state', head: 'State', place: 'sub', cell: (rate) => <RateState rate={rate} /> },
  { id: 'age', head: 'Age', place: 'sub-end', isNumber: true, cell: ({ age_seconds }) => ageOf(age_seconds) },
  { id: 'sources', head: 'Sources', cell: ({ sources }) => sources.join(', ') },
  { id: 'price', head: 'Price', place: 'end', isNumber: true, isMain: true, cell: ({ price }) => formatFiat(price, currency) },
]

function RateState({ rate: { stale, held } }: { readonly rate: Rate }) {
  if (held)
    return (
      <Badge state="held" kind="plain">
        {held.needs === 'operator' ? 'A jump waits for the operator' : 'A jump waits for a second source'}
      </Badge>
    )
  return (
    <Badge state={stale ? 'late' : 'active'} kind="plain">
      {stale ? 'Old' : 'Current'}
    </Badge>
  )
}

const healths = { healthy: ['active', 'Healthy'], failing: ['retrying', 'Failing'], resting: ['paused', 'Resting'] } as const

const sourceColumns: readonly Column<Source>[] = [
  { id: 'name', head: 'Source', place: 'lead', isMain: true, cell: ({ name }) => name },
  {
    id: 'health',
    head: 'Health',
    place: 'end',
    cell: ({ health }) => (
      <Badge state={healths[health][0]} kind="plain">
        {healths[health][1]}
      </Badge>
    ),
  },
  { id: 'used', head: 'Used', cell: ({ used }) => (used ? 'yes' : 'no') },
  { id: 'age', head: 'Last answer', place: 'sub', isNumber: true, cell: ({ age_seconds }) => ageOf(age_seconds) },
  {
    id: 'problem',
    head: 'Problem',
    place: 'foot',
    cell: ({ problem, failures }) => problem !== null && `${problem} (${failures} in a row)`,
  },
]

const ageOf = (seconds: number | null): string => (seconds === null ? 'never' : `${seconds} s ago`)
