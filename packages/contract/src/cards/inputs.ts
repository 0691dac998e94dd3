import { cardEscrowStates } from '@gateway/domain/cards/escrow-machine'
import { disputeStatusNames } from '@gateway/domain/cards/dispute'
import { cardPaymentStates } from '@gateway/domain/cards/payment-machine'
import { cardPayoutStatuses } from '@gateway/domain/cards/payout'
import { cardTransactionStatuses } from '@gateway/domain/cards/transaction'
import { languageTags } from '@gateway/domain/kernel/language'
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { CardAmount, cardObjectId } from './scalars.ts'
import { flag } from '../wire/flag.ts'
import { BusinessIdName, pathId } from '../wire/id.ts'
import { MetadataObject } from '../wire/metadata/metadata.ts'
import { CurrencyName } from '../wire/money.ts'
import { wireFilter, wireInput } from '../wire/names.ts'
import { limit, Offset } from '../wire/page.ts'
import { choice, type Read, scalar } from '../wire/scalar.ts'
import { oneLine, text } from '../wire/text.ts'
import { linkUrl } from '../wire/url.ts'

/** The terms of a new card payment. The operation checks the amount against the smallest charge of its currency. */
export const CreateCardPaymentInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    amount: CardAmount,
    currency: CurrencyName.prefault('USD'),
    description: oneLine(
      { max: 500 },
      { description: 'The customer reads this text beside the amount.', example: 'Order A-1001' },
    ).optional(),
    metadata: MetadataObject.optional(),
    successUrl: linkUrl({
      description: 'The customer comes back to this page after paying; without it, to a page of the gateway.',
      example: 'https://shop.example/thanks',
    }).optional(),
    cancelUrl: linkUrl({
      description: 'The customer comes back to this page without paying.',
      example: 'https://shop.example/cart',
    }).optional(),
    customerEmail: emailAddress(
      'The receipts of the payment and its refunds go to this address; without it there are none.',
      'lena@hoffmann.example',
    ).optional(),
    language: choice(languageTags, {
      description: 'The language of the page and of the receipts. Without it the page follows the browser, and receipts are in English.',
      example: 'de',
    }).optional(),
    escrowMode: flag({
      description:
        'False charges the card on the account of the business at once. True holds the money for a release or a refund, for 90 days.',
      example: false,
    }).prefault(false),
  }),
).transform(({ metadata, ...terms }) => ({ ...terms, metadata: metadata ?? {} }))
/** Terms with `{}` for absent metadata. */
export type CreateCardPaymentInput = z.output<typeof CreateCardPaymentInput>

const business = { businessId: BusinessIdName.optional() }
const page = { limit: limit(50), offset: Offset }

/** A card payment named in the path, by its id or by the processor's. */
export const CardPaymentRef = wireInput(z.object({ id: cardObjectId('card payment', ['cs', 'pi']) }))

/** Which card payments to list. */
export const ListCardPaymentsInput = wireFilter(
  z.object({
    ...business,
    status: choice(cardPaymentStates, { description: 'Only card payments with this status are listed.', example: 'succeeded' }).optional(),
    ...page,
  }),
)
export type ListCardPaymentsInput = z.output<typeof ListCardPaymentsInput>

const Country = scalar<string, string>(readCountry, {
  description: 'The country of the business (ISO 3166-1 alpha-2); required at the first onboarding, and fixed by it.',
  example: 'DE',
  type: 'string',
  minLength: 2,
  maxLength: 2,
})

/** Who is onboarded at the card processor. */
export const OnboardCardsInput = wireInput(
  z.object({
    ...business,
    email: emailAddress('The processor writes to this address; the address of the merchant by default.', 'mara@kestrel.example').optional(),
    country: Country.optional(),
  }),
)
export type OnboardCardsInput = z.output<typeof OnboardCardsInput>

/** The business whose account at the processor is asked for. */
export const CardAccountRef = wireInput(z.object({ businessId: pathId('business') }))

/** The business whose ways to be paid are asked for. */
export const PaymentMethodsRef = wireInput(z.object({ id: pathId('business') }))

/** Which card escrow to release. */
export const ReleaseCardEscrowInput = wireInput(
  z.object({
    escrowId: pathId('card escrow'),
    reason: text({ max: 500 }, { description: 'The reason is stored with the release.', example: 'Delivered' }).optional(),
  }),
)
export type ReleaseCardEscrowInput = z.output<typeof ReleaseCardEscrowInput>

/** What to refund of which card payment, direct or in escrow. */
export const RefundCardInput = wireInput(
  z.object({
    escrowId: cardObjectId('card payment', ['pi']).meta({
      description: 'The id of a card escrow or of a card payment, or the id of its payment intent at the processor.',
      example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
    }),
    amount: CardAmount.meta({
      description: 'The amount to refund, in the smallest unit of the currency; everything that is left by default.',
      example: 500,
    }).optional(),
    reason: text({ max: 500 }, { description: 'The reason is stored with the refund.', example: 'Returned' }).optional(),
  }),
  { paymentIntentId: 'escrowId', processorPaymentIntentId: 'escrowId', stripePaymentIntentId: 'escrowId', paymentId: 'escrowId' },
)
export type RefundCardInput = z.output<typeof RefundCardInput>

/** A card escrow named in the path. */
export const CardEscrowRef = wireInput(z.object({ id: pathId('card escrow') }))

/** Which card escrows to list. */
export const ListCardEscrowsInput = wireFilter(
  z.object({
    ...business,
    status: choice(cardEscrowStates, { description: 'Only card escrows with this status are listed.', example: 'funded' }).optional(),
    ...page,
  }),
)
export type ListCardEscrowsInput = z.output<typeof ListCardEscrowsInput>

/** A card transaction named in the path. */
export const CardTransactionRef = wireInput(z.object({ id: pathId('transaction') }))

/** Which card transactions to list. */
export const ListCardTransactionsInput = wireFilter(
  z.object({
    ...business,
    status: choice(cardTransactionStatuses, {
      description: 'Only transactions with this status are listed.',
      example: 'succeeded',
    }).optional(),
    ...page,
  }),
)
export type ListCardTransactionsInput = z.output<typeof ListCardTransactionsInput>

/** Which payouts to list. */
export const ListCardPayoutsInput = wireFilter(
  z.object({
    ...business,
    status: choice(cardPayoutStatuses, { description: 'Only payouts with this status are listed.', example: 'paid' }).optional(),
    ...page,
  }),
)
export type ListCardPayoutsInput = z.output<typeof ListCardPayoutsInput>

/** A dispute named in the path, by its id or by the processor's. */
export const CardDisputeRef = wireInput(z.object({ id: cardObjectId('dispute', ['dp', 'du']) }))

/** Which disputes to list. */
export const ListCardDisputesInput = wireFilter(
  z.object({
    ...business,
    status: choice(disputeStatusNames, { description: 'Only disputes with this status are listed.', example: 'needs_response' }).optional(),
    ...page,
  }),
)
export type ListCardDisputesInput = z.output<typeof ListCardDisputesInput>

/** Upper case, as ISO 3166 writes it. */
function readCountry(raw: unknown): Read<string> {
  return typeof raw === 'string' && /^[a-z]{2}$/i.test(raw)
    ? { value: raw.toUpperCase() }
    : { problem: 'must be a country of two letters, such as DE' }
}
