import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { paymentColumns } from '../payments/payment-columns.tsx'
import { trpc } from '../trpc.ts'
import { LinkButton } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Table } from '../ui/table.tsx'
import { formatFiat } from '../ui/money.ts'
import { refreshEvery } from '../ui/refresh.ts'
import { Attention } from './attention.tsx'
import { Coins } from './coins.tsx'
import { Onboarding } from './onboarding.tsx'
import { Outcomes } from './outcomes.tsx'
import { PlanAndUsage } from '../settings/plan-and-usage.tsx'
import { WebhookBanner } from './webhook-banner.tsx'

// Charts are a hundred kilobytes that the other pages do not need.
const VolumeChart = lazy(async () => ({ default: (await import('./volume-chart.tsx')).VolumeChart }))

const periods = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
] as const
const LATEST = 5
const REFRESH_MS = 15_000

/** How the business does: what needs a person, volume, outcomes, usage, and the latest payments. */
export function HomePage() {
  const { days = 30 } = useSearch({ from: '/signed-in/b/$business/' })
  const navigate = useNavigate({ from: '/b/$business' })
  const actions = (
    <>
      <Segmented label="Period" options={periods} value={days} onChange={(next) => void navigate({ search: { days: next } })} />
      <LinkButton look="primary" to="/b/$business/payments/new">
        <Plus className="icon" aria-hidden="true" />
        New payment
      </LinkButton>
    </>
  )
  return (
    <Page title="Home" actions={actions}>
      <WebhookBanner />
      <Onboarding />
      <Totals days={days} />
      <Latest />
    </Page>
  )
}

function Totals({ days }: { readonly days: 7 | 30 | 90 }) {
  const businessId = useBusinessId()
  const found = useQuery(trpc.payments.portal.totals.queryOptions({ businessId, days }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  if (found.error && !found.data)
    return <LoadFailed title="Figures could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  const totals = found.data
  if (!totals) return <TotalsLoading />
  return (
    <div className="cols">
      <div>
        <div className="section">
          <p className="hint">Paid volume in US dollars, last {days} days</p>
          <p className="big">{formatFiat(totals.volume_usd, 'USD')}</p>
          <Suspense fallback={<span className="skel h-52 w-full" />}>
            <VolumeChart days={totals.days} />
          </Suspense>
        </div>
        <Attention />
      </div>
      <div>
        <Outcomes totals={totals} />
        <Coins assets={totals.assets} />
        <PlanAndUsage />
      </div>
    </div>
  )
}

/** The columns of the figures, while they are fetched. */
const TotalsLoading = () => (
  <div className="cols" aria-busy="true">
    <div className="section">
      <span className="skel" />
      <span className="skel h-7 w-48" />
      <span className="skel h-52 w-full" />
    </div>
    <div className="section">
      <span className="skel w-full" />
      <span className="skel w-full" />
      <span className="skel w-full" />
    </div>
  </div>
)

function Latest() {
  const businessId = useBusinessId()
  const found = useQuery(
    trpc.payments.portal.list.queryOptions({ businessId, limit: LATEST }, { refetchInterval: refreshEvery(REFRESH_MS) }),
  )
  if (found.error && !found.data) return null
  return (
    <Section title="Latest payments" aside={<Place to="/b/$business/payments">All payments</Place>}>
      {found.data?.payments.length === 0 ? (
        <Empty title="No payment yet">Create one here or over the API. It shows up the moment it exists, paid or not.</Empty>
      ) : (
        <div className="card">
          <Table label="Latest payments" columns={paymentColumns} rows={found.data?.payments} keyOf={({ id }) => id} />
        </div>
      )}
    </Section>
  )
}
