import { type EmailFate, unsentReasons } from '@gateway/domain/accounts/email'
import { type CardEscrowState, cardEscrowStates } from '@gateway/domain/cards/escrow-machine'
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
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'
import { memberOf, view } from './wire/objects/view.ts'

const Currency = z.string().meta({ description: 'The currency of `amount`.', example: 'USD' })
const Processor = z
  .string()
  .nullable()
  .meta({ description: 'The account at the card processor that a release pays; null for crypto.', example: null })
const Address = z.string().meta({ description: 'The address of a party.', example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' })
const Email = z.string().meta({ description: 'The customer gets e-mails there.', example: 'lena@hoffmann.example' })
const Text = z.string().nullable().meta({ description: 'What the customer reads in e-mails.', example: 'Coffee of the month' })
const Interval = z.enum(['weekly', 'biweekly', 'monthly']).meta({ description: 'How often an escrow is opened.', example: 'monthly' })
const Periods = z.int().nullable().meta({ description: 'The series ends after so many escrows; null for never.', example: 12 })
const Unit = z
  .enum(['major', 'minor'])
  .meta({ description: '`major`: whole units of the currency; `minor`: its smallest unit.', example: 'major' })
const NextCharge = Time.nullable().meta({
  description: 'When the next escrow is due; null while paused and after the end. A past time waits for a rate.',
  example: '2026-11-01T12:00:00.000Z',
})
const Coin = Asset.nullable().meta({ description: 'The coin of the escrows; null for cards.', example: 'BTC' })
const Beneficiary = Address.nullable().meta({
  description: 'The address that a release pays; null for cards.',
  example: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
})
const Depositor = Address.nullable().meta({
  description: 'The address that refunds pay; null where the customer names one for each escrow, and for cards.',
  example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
})

const its = memberOf<Series>()
/** A series as its business sees it. */
export const seriesView = view(
  {
    id: its(Id, 'id'),
    business_id: its(Id, 'businessId'),
    payment_method: its(z.enum(seriesPaymentMethods).meta({ description: 'How the customer pays.', example: 'crypto' }), 'paymentMethod'),
    customer_email: its(Email, 'customerEmail'),
    description: its(Text, 'description'),
    amount: its(FiatNumber.meta({ description: 'The amount of each later escrow, in `currency`.', example: 25 }), fiatAmount),
    amount_unit: its(Unit, ({ paymentMethod }) => (paymentMethod === 'card' ? 'minor' : 'major')),
    currency: its(Currency, 'currency'),
    coin: its(Coin, 'asset'),
    interval: its(Interval, 'interval'),
    max_periods: its(Periods, 'maxPeriods'),
    periods_completed: its(z.int().meta({ description: 'So many escrows were opened.', example: 1 }), 'periodsCompleted'),
    status: its(z.enum(seriesStates).meta({ description: 'The series has this status now.', example: 'active' }), 'state'),
    next_charge_at: its(NextCharge, (series) => presentTimeOrNull(series.nextChargeAt)),
    beneficiary_address: its(Beneficiary, 'beneficiaryAddress'),
    depositor_address: its(Depositor, 'depositorAddress'),
    processor_account_id: its(Processor, 'processorAccountId'),
    stripe_account_id: its(Processor, 'processorAccountId'),
    created_at: its(Time, (series) => presentTime(series.createdAt)),
    updated_at: its(Time, (series) => presentTime(series.updatedAt)),
    livemode: its(Livemode, (series) => isLive(series.mode)),
  },
  { id: 'Series', description: 'The same amount asked of one customer at every interval, each time by an escrow of its own.' },
)

/** A child of a series before it is presented. */
export interface SeriesChildFacts extends Pick<Escrow, 'address'> {
  readonly state: Escrow['state'] | CardEscrowState
  /** Null for cards, as the coin. */
  readonly amountUnits: bigint | null
  readonly asset: Escrow['asset'] | null
  /** Where a card is asked for; null for crypto. */
  readonly checkoutUrl: string | null
  readonly seriesId: string
  readonly period: number
  readonly escrowId: string
  readonly amountMinor: bigint
  readonly currency: FiatCode
  readonly dueAt: Date
  readonly createdAt: Date
  readonly email: EmailFate | undefined
}

const Period = z.int().meta({ description: 'Escrows of a series are numbered from 1, without a gap.', example: 1 })
const ChildAmount = FiatNumber.meta({ description: 'What the series asked for when the escrow was opened, in `currency`.', example: 25 })
const EscrowAddress = z.string().nullable().meta({
  description:
    'The deposit is sent to this address, which belongs to this escrow alone; null until the customer has named an address for refunds where a contract commits to it (ETH, POL and their USDC), and where the gateway refuses to serve it.',
  example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
})
const EmailStatus = z.enum(['queued', 'sent', 'not_sent']).nullable().meta({
  description: 'What became of the e-mail that brings the customer the link to this escrow; null where none was written.',
  example: 'sent',
})
const EmailProblem = z
  .enum(unsentReasons)
  .nullable()
  .meta({
    description:
      'Why that e-mail is not sent; null otherwise. `sender_unverified`: the address of your account is not confirmed; `recipient_limit`, `business_limit`, ' +
      '`account_limit`: the limit of the day is reached; `address_refused`: the mail server has refused the address of the customer for good.',
    example: null,
  })

const CheckoutUrl = z.string().nullable().meta({
  description:
    'Send the customer there: it leads to a fresh page that takes a card, while the escrow is `created`; null afterwards, and for crypto.',
  example: null,
})
const childStates = [...new Set([...escrowStates, ...cardEscrowStates])]

const childs = memberOf<SeriesChildFacts>()
/** An escrow of a series as its business sees it. */
export const seriesChildView = view({
  id: childs(Id, 'escrowId'),
  series_id: childs(Id, 'seriesId'),
  period: childs(Period, 'period'),
  status: childs(
    z.enum(childStates).meta({ description: 'The escrow, or the card escrow, has this status now.', example: 'created' }),
    'state',
  ),
  amount: childs(ChildAmount, childAmount),
  currency: childs(Currency, 'currency'),
  crypto_amount: childs(
    z.number().nullable().meta({ description: 'The amount is in whole coins; null for cards.', example: 0.0004 }),
    coinAmount,
  ),
  coin: childs(Coin, 'asset'),
  escrow_address: childs(EscrowAddress, 'address'),
  checkout_url: childs(CheckoutUrl, ({ state, checkoutUrl }) => (state === 'created' ? checkoutUrl : null)),
  email_status: childs(EmailStatus, ({ email }) => email?.status ?? null),
  email_problem: childs(EmailProblem, ({ email }) => email?.reason ?? null),
  due_at: childs(Time.meta({ description: 'The slot of the period.', example: '2026-10-01T12:00:00.000Z' }), (child) =>
    presentTime(child.dueAt),
  ),
  created_at: childs(Time, (child) => presentTime(child.createdAt)),
})

function fiatAmount({ amountMinor, currency, paymentMethod }: Pick<Series, 'amountMinor' | 'currency' | 'paymentMethod'>): number {
  return paymentMethod === 'card' ? Number(amountMinor) : toNumber(fiatDecimal(amountMinor, currency))
}

function childAmount({ amountMinor, currency, asset }: SeriesChildFacts): number {
  return fiatAmount({ amountMinor, currency, paymentMethod: asset === null ? 'card' : 'crypto' })
}

function coinAmount({ amountUnits, asset }: Pick<SeriesChildFacts, 'amountUnits' | 'asset'>): number | null {
  return amountUnits === null || asset === null ? null : Number(formatUnits(amountUnits, assetOf(asset).decimals))
}
