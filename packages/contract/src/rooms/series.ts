import type { Series } from '@gateway/domain/series/series'
import { seriesMachine } from '@gateway/domain/series/series-machine'
import { seriesView } from '../series.ts'
import type { ContractRoom } from '../wire/objects/room.ts'
import { asked, subject } from '../wire/objects/subject.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** A series as its events carry it. */
export const seriesSubject = subject({
  name: 'series',
  view: seriesView,
  machine: seriesMachine,
  events: {
    'series.charged': { ...asked, nth: 1, description: 'The escrow of the next period was opened.' },
    'series.paused': { ...asked, nth: 2, description: 'The series was paused: no escrows are opened meanwhile.' },
    'series.resumed': { ...asked, nth: 3, description: 'The series was resumed; the slots that passed meanwhile are skipped.' },
    'series.completed': { ...asked, nth: 13, description: 'The escrow of the last period was opened.' },
    'series.cancelled': { ...asked, nth: 2, description: 'The series was cancelled; its open escrows go on.' },
  },
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
    processorAccountId: null,
    createdAt: at,
    updatedAt: at,
  }),
})

/** What the lists of the interface know of series. */
export const seriesRoom = { subjects: { series: seriesSubject } } as const satisfies ContractRoom
