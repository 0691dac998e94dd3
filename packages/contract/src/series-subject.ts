import type { Series } from '@gateway/domain/series/series'
import { seriesMachine } from '@gateway/domain/series/series-machine'
import { seriesView } from './series.ts'
import { subject } from './wire/objects/subject.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** A series as its events carry it. */
export const seriesSubject = subject({
  name: 'series',
  view: seriesView,
  machine: seriesMachine,
  sample: (state, { id, business, at }): Series => ({
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
  }),
})
