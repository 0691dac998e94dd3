import { type Decimal } from '@gateway/domain/money/decimal'
import { type FiatCode } from '@gateway/domain/money/fiat'
import { paymentStates } from '@gateway/domain/payments/machine'
import { z } from 'zod'
import { BusinessIdName, pathId } from './wire/id.ts'
import { IdempotencyKey } from './wire/idempotency-key.ts'
import { MetadataObject } from './wire/metadata.ts'
import { AssetName, CurrencyName, FiatAmount } from './wire/money.ts'
import { wireInput } from './wire/names.ts'
import { limit, Offset } from './wire/page.ts'
import { choice } from './wire/scalar.ts'
import { text } from './wire/text.ts'
import { Day, dayAfter } from './wire/time.ts'
import { webUrl } from './wire/url.ts'

// The seven statuses, and three groups of them.
const paymentFilters = [...paymentStates, 'completed', 'confirming', 'refunded'] as const
/** One value of the list filter. */
export type PaymentFilter = (typeof paymentFilters)[number]

/** The terms of a new payment. The operation validates the amount against its currency. */
export const CreatePaymentInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    amount: FiatAmount.optional(),
    amountUsd: FiatAmount.meta({ description: 'Amount in USD; used when `amount` is absent.', example: 12.5 }).optional(),
    currency: CurrencyName.prefault('USD'),
    blockchain: AssetName,
    description: text({ max: 500 }, { description: 'Shown to the payer.', example: 'Order A-1001' }).optional(),
    metadata: MetadataObject.optional(),
    successUrl: webUrl({ description: 'Where the payer goes after paying.', example: 'https://shop.example/thanks' }).optional(),
    cancelUrl: webUrl({ description: 'Where the payer goes after cancelling.', example: 'https://shop.example/cart' }).optional(),
    paymentMethod: choice(['crypto'], { description: 'Only `crypto` is supported.', example: 'crypto' }).optional(),
    merchantWalletAddress: text(
      { min: 1, max: 200 },
      {
        description: 'If given, it must be the wallet address of the business for that chain.',
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
export type CreatePaymentInput = z.output<typeof CreatePaymentInput>

/** A payment named in the path. */
export const PaymentRef = wireInput(z.object({ id: pathId('payment') }))

/**
 * Which payments to list.
 *
 * `dateFrom` is the first moment of the range, `dateTo` the first moment after it: the upper day is included.
 */
export const ListPaymentsInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    status: choice(paymentFilters, {
      description: '`completed` = confirmed, forwarding, forwarded; `confirming` = detected; `refunded` = has a refund.',
      example: 'completed',
    }).optional(),
    blockchain: AssetName.optional(),
    limit: limit(50),
    offset: Offset,
    dateFrom: Day.meta({ description: 'First day of creation (UTC).', example: '2026-10-01' }).optional(),
    dateTo: Day.meta({ description: 'Last day of creation (UTC), included.', example: '2026-10-31' }).optional(),
    include: choice(['qr_code'], { description: '`qr_code` adds the QR images, which lists omit.', example: 'qr_code' }).optional(),
  }),
).transform(({ blockchain, dateFrom, dateTo, ...filter }, context) => {
  if (!dateFrom || !dateTo || dateFrom <= dateTo) return { ...filter, asset: blockchain, dateFrom, dateTo: dateTo && dayAfter(dateTo) }
  context.addIssue({ code: 'custom', path: ['dateTo'], message: 'must not be before date_from' })
  return z.NEVER
})
export type ListPaymentsInput = z.output<typeof ListPaymentsInput>

/** The price of a request: `amount`, else the amount in US dollars. */
function priceOf(sent: { amount: Decimal | undefined; amountUsd: Decimal | undefined; currency: FiatCode }) {
  if (sent.amount) return { amount: sent.amount, currency: sent.currency }
  return sent.amountUsd && { amount: sent.amountUsd, currency: 'USD' as const }
}
