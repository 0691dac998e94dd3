import type { Business } from '@gateway/domain/businesses/business'
import type { Series } from '@gateway/domain/series/series'
import type { SeriesEventName, SeriesState } from '@gateway/domain/series/series-machine'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** The status of a series at each of its events. */
const stands: Readonly<Record<SeriesEventName, SeriesState>> = {
  'series.charged': 'active',
  'series.paused': 'paused',
  'series.resumed': 'active',
  'series.completed': 'completed',
  'series.cancelled': 'cancelled',
}

/** A series of a webhook test, as it stands at an event. */
export function sampleSeries(type: SeriesEventName, { id, business, at }: { id: string; business: Business; at: Date }): Series {
  const state = stands[type]
  return {
    id,
    merchantId: business.merchantId,
    businessId: business.id,
    mode: business.mode,
    paymentMethod: 'crypto',
    customerEmail: 'customer@example.com',
    description: 'A sample',
    amountMinor: 2_500n,
    currency: 'USD',
    asset: 'BTC',
    interval: 'weekly',
    maxPeriods: state === 'completed' ? 1 : 12,
    periodsCompleted: 1,
    state,
    anchorSlot: 0,
    anchorLocalTime: at.toISOString().slice(0, -1),
    latestSlot: 0,
    nextChargeAt: state === 'active' ? new Date(at.getTime() + WEEK_MS) : null,
    beneficiaryAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    depositorAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    createdAt: at,
    updatedAt: at,
  }
}
