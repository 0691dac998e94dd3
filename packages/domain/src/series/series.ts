import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { SeriesSchedule } from './series-schedule.ts'
import type { SeriesState } from './series-machine.ts'
import type { SeriesInterval } from './slot-anchor.ts'

/** The ways in which the children of a series can be paid. */
export const seriesPaymentMethods = ['crypto', 'card'] as const

/** The terms by which a business asks the same customer for an escrow again and again. Each child copies them when it is opened. */
export interface Series {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly paymentMethod: (typeof seriesPaymentMethods)[number]
  readonly customerEmail: string
  readonly description: string | null
  /** The amount of each child, in the smallest unit of the currency. */
  readonly amountMinor: bigint
  readonly currency: FiatCode
  /** Null for cards. */
  readonly asset: AssetCode | null
  readonly interval: SeriesInterval
  /** Null for a series without end. */
  readonly maxPeriods: number | null
  readonly periodsCompleted: number
  readonly state: SeriesState
  /** Number and local time of the slot that later ones are counted from; see `SlotAnchor`. */
  readonly anchorSlot: number
  readonly anchorLocalTime: string
  readonly latestSlot: number | null
  readonly nextChargeAt: Date | null
  /** Null for cards. */
  readonly beneficiaryAddress: string | null
  /** Null for cards, and where the customer names one for each escrow. */
  readonly depositorAddress: string | null
  /** The account at the card processor that the children pay; null for crypto. */
  readonly processorAccountId: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What children in coins are made of. */
export interface CoinTerms {
  readonly asset: AssetCode
  readonly beneficiaryAddress: string
}

/** The coin and the beneficiary of a series; undefined for one that takes cards. */
export const coinTermsOf = ({ asset, beneficiaryAddress }: Series): CoinTerms | undefined =>
  asset === null || beneficiaryAddress === null ? undefined : { asset, beneficiaryAddress }

/** The part of a series that decides when it charges, on the clock of its business. */
export const scheduleOf = (series: Series, timeZone: string): SeriesSchedule => ({
  state: series.state,
  anchor: { index: series.anchorSlot, localTime: series.anchorLocalTime, timeZone, interval: series.interval },
  latestSlot: series.latestSlot,
  periodsCompleted: series.periodsCompleted,
  maxPeriods: series.maxPeriods,
  nextChargeAt: series.nextChargeAt,
})
