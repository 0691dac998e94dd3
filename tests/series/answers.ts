import { type Answers, ago } from '../screens/portal/answers.ts'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'

type Series = Answers['series.get']['series']
type Child = Answers['series.get']['escrows'][number]

export const SERIES_ID = 'c6fd7ad0-91a4-4d0e-8b6a-6c90f4a1d9ef'
const DAY = 24 * 60

/** A series that goes on. */
const series: Series = {
  id: SERIES_ID,
  business_id: BUSINESS_ID,
  payment_method: 'crypto',
  customer_email: 'lena@hoffmann.example',
  description: 'Coffee of the month',
  amount: 25,
  amount_unit: 'major',
  currency: 'EUR',
  coin: 'BTC',
  interval: 'monthly',
  max_periods: 12,
  periods_completed: 3,
  status: 'active',
  next_charge_at: ago(-9 * DAY),
  beneficiary_address: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
  depositor_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  processor_account_id: null,
  stripe_account_id: null,
  created_at: ago(83 * DAY),
  updated_at: ago(22 * DAY),
  livemode: true,
}

const child = (period: number, status: Child['status']): Child => ({
  id: `${period}1e6f52a-7c04-4a57-93d8-5b0f2c61e7aa`,
  series_id: SERIES_ID,
  period,
  status,
  amount: 25,
  currency: 'EUR',
  crypto_amount: 0.00046021 + period / 1e8,
  coin: 'BTC',
  escrow_address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  checkout_url: null,
  email_status: status === 'expired' ? 'not_sent' : 'sent',
  email_problem: status === 'expired' ? 'address_refused' : null,
  due_at: ago((114 - period * 31) * DAY),
  created_at: ago((114 - period * 31) * DAY),
})

const charge = (period: number, days: number, is_due = false) => ({ period, at: ago(-days * DAY), is_due })

/** One in every state, and one at the edge of what fits. */
const listed: readonly Series[] = [
  series,
  {
    ...series,
    id: `2${SERIES_ID.slice(1)}`,
    description: null,
    customer_email: 'einkauf@kaffeehausgenossenschaft-donaukanal.example',
    interval: 'biweekly',
    max_periods: null,
    amount: 1_000_000,
    periods_completed: 41,
  },
  { ...series, id: `3${SERIES_ID.slice(1)}`, description: 'Grinder, in instalments', status: 'paused', next_charge_at: null },
  {
    ...series,
    id: `4${SERIES_ID.slice(1)}`,
    description: 'Office coffee',
    status: 'completed',
    periods_completed: 12,
    next_charge_at: null,
    interval: 'weekly',
  },
  { ...series, id: `5${SERIES_ID.slice(1)}`, description: 'Sample box', status: 'cancelled', next_charge_at: null },
]

/** Lists, terms and calendars of a business with series. */
export const seriesAnswers = {
  'series.list': { series: [...listed], total: 5, limit: 50, offset: 0 },
  'series.get': { series, escrows: [child(1, 'settled'), child(2, 'expired'), child(3, 'funded')] },
  'series.portal.calendar': {
    time_zone: 'Europe/Vienna',
    charges: [charge(4, 9), charge(5, 39), charge(6, 70), charge(7, 101), charge(8, 129), charge(9, 160)],
    resumes_at: null,
  },
} as const satisfies Partial<Answers>

/** A paused series. */
export const pausedSeries = {
  'series.get': { ...seriesAnswers['series.get'], series: { ...series, status: 'paused', next_charge_at: null } },
  'series.portal.calendar': { time_zone: 'Europe/Vienna', charges: [], resumes_at: ago(-9 * DAY) },
} as const satisfies Partial<Answers>

/** A series that waits for a rate since its creation. */
export const dueSeries = {
  'series.get': { series: { ...series, periods_completed: 0, max_periods: null, next_charge_at: ago(3), description: null }, escrows: [] },
  'series.portal.calendar': { time_zone: 'Europe/Vienna', charges: [charge(1, 0, true), charge(2, 31)], resumes_at: null },
} as const satisfies Partial<Answers>

/** A business without series. */
export const noSeries = { 'series.list': { series: [], total: 0, limit: 50, offset: 0 } } as const satisfies Partial<Answers>
