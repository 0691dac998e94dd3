import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal, type FiatCode } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { BusinessIdName } from '../wire/id.ts'
import { DecimalString } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { type Read, scalar } from '../wire/scalar.ts'

/** How many days totals may span. */
const spans = [7, 30, 90] as const

/** Of which business to show totals, and for how many of its days, today included. */
export const PortalTotalsInput = wireInput(
  z.object({
    businessId: BusinessIdName,
    days: scalar<number | string, (typeof spans)[number]>(readSpan, {
      description: 'The totals span this many days, today included.',
      example: 30,
      type: 'integer',
      enum: spans,
    }),
  }),
)
/** A business and one of the offered spans, in days. */
export type PortalTotalsInput = z.output<typeof PortalTotalsInput>

/** Counts and sums of payments that were created together. Paid ones are confirmed or further, ended ones paid, expired or failed. */
export interface Tally {
  readonly created: number
  readonly paid: number
  readonly ended: number
  /** US cents of the paid ones. */
  readonly usdCents: bigint
}

/** Totals of a business before they are presented. */
export interface PortalTotals {
  readonly timeZone: string
  readonly days: readonly (Tally & { readonly day: string })[]
  readonly whole: Tally
  readonly assets: readonly (Tally & { readonly asset: AssetCode; readonly receivedUnits: bigint })[]
  readonly currencies: readonly (Tally & { readonly currency: FiatCode; readonly fiatMinor: bigint })[]
}

const FiatText = z.string().meta({ description: 'The exact amount is a decimal string.', example: '1204.5' })
const tally = {
  created: z.int().meta({ description: 'This many payments were created.', example: 3 }),
  paid: z.int().meta({ description: 'This many of them are paid.', example: 2 }),
  volume_usd: FiatText,
} as const

/** Totals of a business. A payment counts on the day of its creation; volume is what the paid ones were priced at. */
export const PortalTotalsView = z.object({
  time_zone: z.string(),
  ...tally,
  success_rate: z
    .number()
    .nullable()
    .meta({ description: 'The paid share of the payments that have ended, 0 to 1; null when none has.', example: 0.92 }),
  days: z.array(z.object({ day: z.string().meta({ example: '2026-10-01' }), ...tally })),
  assets: z.array(z.object({ blockchain: Asset, ...tally, amount_received: DecimalString })),
  currencies: z.array(z.object({ currency: z.enum(fiatCodes), ...tally, volume: FiatText })),
})

/** Totals of a business. */
export const presentTotals = (totals: PortalTotals): z.output<typeof PortalTotalsView> => ({
  time_zone: totals.timeZone,
  ...presentTally(totals.whole),
  success_rate: totals.whole.ended === 0 ? null : totals.whole.paid / totals.whole.ended,
  days: totals.days.map((day) => ({ day: day.day, ...presentTally(day) })),
  assets: totals.assets.map((one) => ({
    blockchain: one.asset,
    ...presentTally(one),
    amount_received: formatUnits(one.receivedUnits, assetOf(one.asset).decimals),
  })),
  currencies: totals.currencies.map((one) => ({
    currency: one.currency,
    ...presentTally(one),
    volume: presentFiat(one.fiatMinor, one.currency),
  })),
})

const presentTally = ({ created, paid, usdCents }: Tally) => ({ created, paid, volume_usd: presentFiat(usdCents, 'USD') })

const presentFiat = (minor: bigint, currency: FiatCode): string => formatUnits(minor, fiatDecimal(minor, currency).scale)

function readSpan(raw: unknown): Read<(typeof spans)[number]> {
  const value = spans.find((span) => span === raw || String(span) === raw)
  return value === undefined ? { problem: `must be one of ${spans.join(', ')}` } : { value }
}
