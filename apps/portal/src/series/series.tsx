import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageLoading } from '../shell/page-loading.tsx'
import { type Outputs, trpc } from '../trpc.ts'
import { Address } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { NamedCoin } from '../ui/coin.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts, Figures } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { tickerOf } from '../ui/money.ts'
import { Crumbs, Page, Section } from '../ui/page.tsx'
import { refreshEvery } from '../ui/refresh.ts'
import { Calendar } from './calendar.tsx'
import { Children } from './children.tsx'
import { SeriesActions } from './series-actions.tsx'
import { intervalWords, periodsOf, type Series } from './series-columns.tsx'
import { formatAmount } from './format-amount.ts'

/** What a series is going to do. */
export type SeriesCalendar = Outputs['series']['portal']['calendar']

const REFRESH_MS = 10_000

/** One series: its terms, what it has opened, and what it is going to open. It keeps itself up to date. */
export function SeriesPage() {
  const { series: id } = useParams({ from: '/signed-in/b/$business/series/$series' })
  const found = useQuery(trpc.series.get.queryOptions({ id }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  const calendar = useQuery(trpc.series.portal.calendar.queryOptions({ id }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  const error = found.data ? null : found.error
  const retry = (): void => void Promise.all([found.refetch(), calendar.refetch()])
  if (error)
    return (
      <LoadFailed title="The series could not be loaded" error={error} onRetry={retry}>
        Escrows go on being opened and watched meanwhile.
      </LoadFailed>
    )
  return found.data ? <Shown shown={found.data} calendar={calendar.data} /> : <PageLoading />
}

interface ShownProps {
  readonly shown: Outputs['series']['get']
  readonly calendar: SeriesCalendar | undefined
}

function Shown({ shown: { series, escrows }, calendar }: ShownProps) {
  const amount = formatAmount(series.amount, { currency: series.currency, unit: series.amount_unit })
  const head = (
    <span className="row row--wrap">
      <span className="big">{amount}</span>
      <span>{intervalWords[series.interval]}</span>
      <Badge state={series.status} kind="lg" />
    </span>
  )
  return (
    <Page
      title={`Series of ${amount} ${intervalWords[series.interval]}`}
      shown={head}
      above={<Crumbs to="/b/$business/series" list="Series" id={series.id} name="series ID" />}
      actions={<SeriesActions series={series} calendar={calendar} />}
    >
      {series.description && <p dir="auto">{series.description}</p>}
      <SeriesFigures series={series} />
      <div className="cols">
        <div>
          <Calendar series={series} calendar={calendar} />
          <Children escrows={escrows} />
        </div>
        <div>
          <SeriesDetails series={series} timeZone={calendar?.time_zone} />
        </div>
      </div>
    </Page>
  )
}

function SeriesFigures({ series }: { readonly series: Series }) {
  const { amount, amount_unit: unit, currency, coin, max_periods: most, next_charge_at: next } = series
  return (
    <Figures
      rows={[
        ['Each escrow', formatAmount(amount, { currency, unit })],
        coin === null ? ['Paid', 'by card'] : ['Paid in', tickerOf(coin), 'at the rate of its day'],
        ['Escrows opened', periodsOf(series), most === null ? 'without end' : undefined],
        ['Next escrow', next === null ? 'none' : <Moment at={next} />],
      ]}
    />
  )
}

/** The terms of the series: its customer, its coin, and where money goes. */
function SeriesDetails({ series, timeZone }: { readonly series: Series; readonly timeZone: string | undefined }) {
  return (
    <Section title="Details">
      <Facts
        rows={[
          ['Customer', <span className="break-words">{series.customer_email}</span>],
          series.coin !== null && ['Coin', <NamedCoin asset={series.coin} />],
          ['Ends', series.max_periods === null ? 'When you cancel it' : `After ${series.max_periods} escrows`],
          ['Created', <Moment at={series.created_at} isPrecise />],
          timeZone !== undefined && ['Time zone', timeZone],
          series.coin !== null && [
            'Customer’s address',
            series.depositor_address === null ? 'named with each escrow' : <Address text={series.depositor_address} />,
            'wide',
          ],
          series.beneficiary_address !== null && ['Your address', <Address text={series.beneficiary_address} />, 'wide'],
          series.processor_account_id !== null && ['Your account', series.processor_account_id],
        ]}
      />
    </Section>
  )
}
