import { type EmailFate, unsentReasons } from '@gateway/domain/accounts/email'
import type { Escrow } from '@gateway/domain/escrows/escrow'
import { escrowStates } from '@gateway/domain/escrows/machine'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimal } from '@gateway/domain/money/fiat'
import { type Series, seriesPaymentMethods } from '@gateway/domain/series/series'
import { seriesStates } from '@gateway/domain/series/series-machine'
import { z } from 'zod'
import { Asset } from './wire/chain.ts'
import { Id } from './wire/id.ts'
import { FiatNumber } from './wire/money.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { PageView } from './wire/page.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

const Currency = z.string().meta({ description: 'The currency of `amount`.', example: 'USD' })
const Processor = z.null().meta({ description: 'The account at a card processor; null for crypto.', example: null })
const Address = z.string().meta({ description: 'The address of a party.', example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' })

/** A series, in an answer. */
export const SeriesView = z
  .object({
    id: Id,
    business_id: Id,
    payment_method: z.enum(seriesPaymentMethods).meta({ description: 'How the customer pays.', example: 'crypto' }),
    customer_email: z.string().meta({ description: 'The customer gets e-mails there.', example: 'lena@hoffmann.example' }),
    description: z.string().nullable().meta({ description: 'What the customer reads in e-mails.', example: 'Coffee of the month' }),
    amount: FiatNumber.meta({ description: 'The amount of each later escrow, in `currency`.', example: 25 }),
    amount_unit: z
      .enum(['major', 'minor'])
      .meta({ description: '`major`: whole units of the currency; `minor`: its smallest unit.', example: 'major' }),
    currency: Currency,
    coin: Asset,
    interval: z.enum(['weekly', 'biweekly', 'monthly']).meta({ description: 'How often an escrow is opened.', example: 'monthly' }),
    max_periods: z.int().nullable().meta({ description: 'The series ends after so many escrows; null for never.', example: 12 }),
    periods_completed: z.int().meta({ description: 'So many escrows were opened.', example: 1 }),
    status: z.enum(seriesStates).meta({ description: 'The series has this status now.', example: 'active' }),
    next_charge_at: Time.nullable().meta({
      description: 'When the next escrow is due; null while paused and after the end. A past time waits for a rate.',
      example: '2026-11-01T12:00:00.000Z',
    }),
    beneficiary_address: Address,
    depositor_address: Address.nullable().meta({
      description: 'The address that refunds pay; null where the customer names one for each escrow.',
      example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    }),
    processor_account_id: Processor,
    stripe_account_id: Processor,
    created_at: Time,
    updated_at: Time,
    livemode: Livemode,
  })
  .meta({ id: 'Series', description: 'The same amount asked of one customer at every interval, each time by an escrow of its own.' })
export type SeriesView = z.output<typeof SeriesView>

/** A page of series. */
export const SeriesListView = z.object({ series: z.array(SeriesView), ...PageView })

/** An escrow of a series, in an answer. */
export const SeriesChildView = z.object({
  id: Id,
  series_id: Id,
  period: z.int().meta({ description: 'Escrows of a series are numbered from 1, without a gap.', example: 1 }),
  status: z.enum(escrowStates).meta({ description: 'The escrow has this status now.', example: 'created' }),
  amount: FiatNumber.meta({ description: 'What the series asked for when the escrow was opened, in `currency`.', example: 25 }),
  currency: Currency,
  crypto_amount: z.number().meta({ description: 'The amount is in whole coins.', example: 0.0004 }),
  coin: Asset,
  escrow_address: z.string().nullable().meta({
    description:
      'The deposit is sent to this address, which belongs to this escrow alone; null until the customer has named an address for refunds where a contract commits to it (ETH, POL and their USDC), and where the gateway refuses to serve it.',
    example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  }),
  checkout_url: z.null().meta({ description: 'The page that takes a card; null for crypto.', example: null }),
  email_status: z.enum(['queued', 'sent', 'not_sent']).nullable().meta({
    description: 'What became of the e-mail that brings the customer the link to this escrow; null where none was written.',
    example: 'sent',
  }),
  email_problem: z
    .enum(unsentReasons)
    .nullable()
    .meta({
      description:
        'Why that e-mail is not sent; null otherwise. `sender_unverified`: the address of your account is not confirmed; `recipient_limit`, `business_limit`, ' +
        '`account_limit`: the limit of the day is reached; `address_refused`: the mail server has refused the address of the customer for good.',
      example: null,
    }),
  due_at: Time.meta({ description: 'The slot of the period.', example: '2026-10-01T12:00:00.000Z' }),
  created_at: Time,
})
export type SeriesChildView = z.output<typeof SeriesChildView>

/** A child of a series before it is presented. */
export interface SeriesChildFacts extends Pick<Escrow, 'state' | 'amountUnits' | 'asset' | 'address'> {
  readonly seriesId: string
  readonly period: number
  readonly escrowId: string
  readonly amountMinor: bigint
  readonly currency: FiatCode
  readonly dueAt: Date
  readonly createdAt: Date
  readonly email: EmailFate | undefined
}

/** A series as its business sees it. */
export const presentSeries = (series: Series): SeriesView => ({
  id: series.id,
  business_id: series.businessId,
  payment_method: series.paymentMethod,
  customer_email: series.customerEmail,
  description: series.description,
  amount: toNumber(fiatDecimal(series.amountMinor, series.currency)),
  amount_unit: 'major',
  currency: series.currency,
  coin: series.asset,
  interval: series.interval,
  max_periods: series.maxPeriods,
  periods_completed: series.periodsCompleted,
  status: series.state,
  next_charge_at: presentTimeOrNull(series.nextChargeAt),
  beneficiary_address: series.beneficiaryAddress,
  depositor_address: series.depositorAddress,
  processor_account_id: null,
  stripe_account_id: null,
  created_at: presentTime(series.createdAt),
  updated_at: presentTime(series.updatedAt),
  livemode: isLive(series.mode),
})

/** An escrow of a series as its business sees it. */
export const presentSeriesChild = (child: SeriesChildFacts): SeriesChildView => ({
  id: child.escrowId,
  series_id: child.seriesId,
  period: child.period,
  status: child.state,
  amount: toNumber(fiatDecimal(child.amountMinor, child.currency)),
  currency: child.currency,
  crypto_amount: Number(formatUnits(child.amountUnits, assetOf(child.asset).decimals)),
  coin: child.asset,
  escrow_address: child.address,
  checkout_url: null,
  email_status: child.email?.status ?? null,
  email_problem: child.email?.reason ?? null,
  due_at: presentTime(child.dueAt),
  created_at: presentTime(child.createdAt),
})

/** The payload of an event of a series: the series flat and under its name. */
export function presentSeriesChange(series: Series): Readonly<Record<string, unknown>> {
  const view = presentSeries(series)
  return { ...view, series: view }
}
