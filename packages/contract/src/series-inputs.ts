import { seriesPaymentMethods } from '@gateway/domain/series/series'
import { seriesStates } from '@gateway/domain/series/series-machine'
import { type SeriesInterval, slotSteps } from '@gateway/domain/series/slot-anchor'
import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { BusinessIdName, pathId } from './wire/id.ts'
import { AssetName, CurrencyName, FiatAmount } from './wire/money.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset } from './wire/page.ts'
import { ConfirmProgramAddress } from './wire/program-address.ts'
import { choice, integer } from './wire/scalar.ts'
import { oneLine, text } from './wire/text.ts'

const MOST_PERIODS = 10_000
const intervals = Object.keys(slotSteps) as SeriesInterval[]

const CustomerEmail = emailAddress(
  'The e-mail address of the customer, who gets a link to each escrow once the merchant has confirmed the address of the own account.',
  'lena@hoffmann.example',
)
const Interval = choice(intervals, {
  description: 'An escrow is opened every week, every second week, or every month on the same day, in the time zone of the business.',
  example: 'monthly',
})
const Amount = FiatAmount.meta({
  description:
    'The amount of each escrow in `currency`: for `crypto` in whole units, converted to the coin at the rate of its opening; for `card` in its smallest unit.',
  example: 25,
})
const address = (description: string, example: string) => text({ min: 1, max: 200 }, { description, example })

/** The terms of a new series. The operation validates amount and addresses against currency and coin. */
export const CreateSeriesInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    paymentMethod: choice(seriesPaymentMethods, {
      description: 'How the customer pays. `card` needs a connected account at a card processor.',
      example: 'crypto',
    }),
    customerEmail: CustomerEmail,
    description: oneLine(
      { max: 500 },
      { description: 'The customer reads this text in e-mails.', example: 'Coffee of the month' },
    ).optional(),
    amount: Amount,
    currency: CurrencyName,
    interval: Interval,
    maxPeriods: integer(
      { least: 1, most: MOST_PERIODS },
      { description: 'The series ends after so many escrows; without it, it never ends by itself.', example: 12 },
    ).optional(),
    coin: AssetName.meta({
      description: 'The coin or token of the escrows, in any case; required for `crypto`.',
      example: 'BTC',
    }).optional(),
    beneficiaryAddress: address(
      'The address that a release pays; required for `crypto`.',
      'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
    ).optional(),
    depositorAddress: address(
      'The address of the customer: a refund goes there. Without it the customer names one on the page of each escrow before money goes back; in coins of contracts (ETH, POL and their USDC) before the escrow has an address to pay to.',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    ).optional(),
    confirmProgramAddress: ConfirmProgramAddress,
    processorAccountId: text(
      { max: 200 },
      { description: 'The account of the business at the card processor; required for `card`.', example: 'acct_1' },
    ).optional(),
  }),
  { blockchain: 'coin', chain: 'coin', stripeAccountId: 'processorAccountId' },
).transform(({ paymentMethod, coin, beneficiaryAddress, depositorAddress, ...terms }, context) => {
  if (paymentMethod === 'card') {
    if (terms.amount.scale > 0)
      context.addIssue({ code: 'custom', path: ['amount'], message: 'must be a whole number of the smallest unit' })
    return { ...terms, paymentMethod, amountMinor: terms.amount.digits }
  }
  const needed = { coin, beneficiaryAddress }
  for (const [name, value] of Object.entries(needed))
    if (value === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is required' })
  if (coin === undefined || beneficiaryAddress === undefined) return z.NEVER
  return { ...terms, paymentMethod, asset: coin, beneficiaryAddress, depositorAddress }
})
/** Terms by payment method: only those in crypto have a coin and addresses. */
export type CreateSeriesInput = z.output<typeof CreateSeriesInput>

/** Which series to list. */
export const ListSeriesInput = wireFilter(
  z.object({
    businessId: BusinessIdName.optional(),
    status: choice(seriesStates, { description: 'Only series with this status are listed.', example: 'active' }).optional(),
    limit: limit(50),
    offset: Offset,
  }),
)
export type ListSeriesInput = z.output<typeof ListSeriesInput>

/** What to change of a series; absent members stay unchanged. */
export const UpdateSeriesInput = wireInput(
  z.object({
    id: pathId('series'),
    status: choice(['paused', 'active'], {
      description: '`paused` pauses, `active` resumes. Slots that pass meanwhile are skipped.',
      example: 'paused',
    }).optional(),
    amount: Amount.meta({ description: 'The amount of later escrows; open ones keep theirs.', example: 30 }).optional(),
    interval: Interval.meta({ description: 'The interval from the latest escrow on.', example: 'weekly' }).optional(),
  }),
)
/** The members to change; an absent member keeps its value. */
export type UpdateSeriesInput = z.output<typeof UpdateSeriesInput>
