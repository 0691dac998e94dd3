import { type Decimal } from '@gateway/domain/money/decimal'
import { type FiatCode } from '@gateway/domain/money/fiat'
import { paymentStates } from '@gateway/domain/payments/machine'
import { z } from 'zod'
import { BusinessIdName, pathId } from './wire/id.ts'
import { IdempotencyKey } from './wire/idempotency-key.ts'
import { MetadataValues, OrderId } from './wire/metadata/metadata-filter.ts'
import { MetadataObject } from './wire/metadata/metadata.ts'
import { AssetName, CurrencyName, FiatAmount } from './wire/money.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset } from './wire/page.ts'
import { choice } from './wire/scalar.ts'
import { oneLine, text } from './wire/text.ts'
import { Day, dayAfter } from './wire/time.ts'
import { linkUrl } from './wire/url.ts'

// The seven statuses, and three groups of them.
const paymentFilters = [...paymentStates, 'completed', 'confirming', 'refunded'] as const
/** One value of the list filter. */
export type PaymentFilter = (typeof paymentFilters)[number]

/** The terms of a new payment. The operation validates the amount against its currency. */
export const CreatePaymentInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    amount: FiatAmount.meta({
      description: 'The price in `currency`, above 0, with at most 2 decimals (JPY none). Either `amount` or `amount_usd` is required.',
      example: 12.5,
    }).optional(),
    amountUsd: FiatAmount.meta({
      description: 'The price in US dollars, used when `amount` is absent. Either of the two is required.',
      example: 12.5,
    }).optional(),
    currency: CurrencyName.prefault('USD'),
    blockchain: AssetName,
    description: oneLine(
      { max: 500 },
      { description: 'The payer reads this text on the checkout page.', example: 'Order A-1001' },
    ).optional(),
    metadata: MetadataObject.optional(),
    successUrl: linkUrl({
      description:
        'The checkout page links here once the payment is paid. It never redirects by itself. It may open an app (`com.example.shop:/paid`), and the page puts the id of the payment in the place of `{payment_id}`.',
      example: 'https://shop.example/thanks',
    }).optional(),
    cancelUrl: linkUrl({
      description:
        'The checkout page links here while the payment is not paid. Like `success_url`, it may open an app and may contain `{payment_id}`.',
      example: 'https://shop.example/cart',
    }).optional(),
    paymentMethod: choice(['crypto'], {
      description: 'Payments are made in crypto only; the member is optional.',
      example: 'crypto',
    }).optional(),
    merchantWalletAddress: text(
      { min: 1, max: 200 },
      {
        description: 'The address must be the wallet of the business for that chain, where the money goes anyway.',
        example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      },
    ).optional(),
    idempotencyKey: IdempotencyKey.optional(),
  }),
  { redirectUrl: 'successUrl' },
).transform(({ amount, amountUsd, currency, blockchain, metadata, ...terms }, context) => {
  const price = priceOf({ amount, amountUsd, currency })
  if (price) return { ...terms, ...price, asset: blockchain, metadata: metadata ?? {} }
  context.addIssue({ code: 'custom', path: ['amount'], message: 'is required' })
  return z.NEVER
})
/** Terms with one price in one currency, and `{}` for absent metadata. */
export type CreatePaymentInput = z.output<typeof CreatePaymentInput>

/** A payment named in the path. */
export const PaymentRef = wireInput(z.object({ id: pathId('payment') }))

/**
 * Which payments to list.
 *
 * `dateFrom` is the first moment of the range, `dateTo` the first moment after it: the upper day is included.
 */
export const ListPaymentsInput = wireFilter(
  z.object({
    businessId: BusinessIdName.optional(),
    status: choice(paymentFilters, {
      description:
        'Only payments with this status are listed. `completed` means confirmed, forwarding or forwarded; `confirming` means detected; `refunded` means that some money went back.',
      example: 'completed',
    }).optional(),
    blockchain: AssetName.optional(),
    orderId: OrderId.optional(),
    metadata: MetadataValues.optional(),
    limit: limit(50),
    offset: Offset,
    dateFrom: Day.meta({ description: 'Only payments created on this day (UTC) or later are listed.', example: '2026-10-01' }).optional(),
    dateTo: Day.meta({ description: 'Only payments created on this day (UTC) or earlier are listed.', example: '2026-10-31' }).optional(),
    include: choice(['qr_code'], { description: 'Lists leave out the QR images; `qr_code` adds them.', example: 'qr_code' }).optional(),
  }),
).transform(({ blockchain, dateFrom, dateTo, ...filter }, context) => {
  if (!dateFrom || !dateTo || dateFrom <= dateTo) return { ...filter, asset: blockchain, dateFrom, dateTo: dateTo && dayAfter(dateTo) }
  context.addIssue({ code: 'custom', path: ['dateTo'], message: 'must not be before date_from' })
  return z.NEVER
})
/** A filter whose range of time is half-open. */
export type ListPaymentsInput = z.output<typeof ListPaymentsInput>

/** The price of a request: `amount`, else the amount in US dollars. */
function priceOf(sent: { amount: Decimal | undefined; amountUsd: Decimal | undefined; currency: FiatCode }) {
  if (sent.amount) return { amount: sent.amount, currency: sent.currency }
  return sent.amountUsd && { amount: sent.amountUsd, currency: 'USD' as const }
}
