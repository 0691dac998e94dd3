import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import { allExceptions } from '@gateway/domain/payments/assessment'
import { type PaymentState, paymentStates } from '@gateway/domain/payments/machine'
import type { PayableFacts, PaymentFacts } from '@gateway/domain/payments/payment'
import { resolutions } from '@gateway/domain/payments/movements'
import { remainderUnits } from '@gateway/domain/payments/rules'
import { z } from 'zod'
import { DepositView, PayoutView, presentDeposits, presentPayouts } from './movements.ts'
import { presentQuote, QuoteView } from './rates.ts'
import { Address, Asset, ListedQrCode, PaymentUri, QrCode, TxId } from './wire/chain.ts'
import { Id } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { DecimalString, FiatNumber } from './wire/money.ts'
import { PageView } from './wire/page.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

const Share = DecimalString.nullable().meta({
  description: 'This share of `amount_received` is known from `confirmed` on and null before.',
  example: null,
})
const Currency = z.enum(fiatCodes).meta({ description: 'The request is in this fiat currency; it is never the coin.', example: 'USD' })
const Status = z.enum(paymentStates).meta({ description: 'The payment has this status now.', example: 'pending' })
const Moment = Time.nullable().meta({ description: 'The moment is null until it happens.', example: null })
const Description = z.string().nullable().meta({ description: 'The payer reads this text of the merchant.', example: 'Order A-1001' })
const Link = z.string().nullable().meta({ description: 'The checkout page links to this page of the merchant.', example: null })
const Count = z.int().nonnegative().meta({ description: 'The deposits have at least this many confirmations.', example: 0 })
const Exceptions = z.array(z.enum(allExceptions)).meta({
  description:
    'Everything unusual about the money is named here: underpaid, overpaid, late, multiple, wrong_asset, replaced, reorged. The list is normally empty.',
  example: [],
})

/** What a payment has for its merchant and for its payer. */
export const PayableMembers = z
  .object({
    id: Id,
    payment_address: Address,
    crypto_amount: DecimalString.meta({ description: 'The payer is asked to send this amount.', example: '0.0002' }),
    blockchain: Asset,
    status: Status,
    expires_at: Time.meta({
      description: 'The rate holds until this moment, which ends the payment window.',
      example: '2026-10-01T12:15:00.000Z',
    }),
    currency: Currency,
    amount: FiatNumber,
    amount_received: DecimalString.meta({
      description:
        'The deposits in the payment’s asset add up to this: all that were seen before `confirmed`, those in a block from then on.',
      example: '0',
    }),
    amount_due: DecimalString.meta({ description: 'This amount is still missing; it is never below 0.', example: '0.0002' }),
    exceptions: Exceptions,
    confirmations: Count,
    confirmations_required: Count.meta({ description: 'The payment is confirmed at this many confirmations.', example: 1 }),
    tx_hash: TxId,
    payment_uri: PaymentUri,
    description: Description,
    success_url: Link,
    cancel_url: Link,
    livemode: Livemode,
  })
  .meta({ id: 'PayableMembers', description: 'What a payment has for its merchant and for its payer.' })

const paymentMembers = {
  ...PayableMembers.shape,
  business_id: Id,
  amount_crypto: DecimalString.meta({ description: 'It repeats `crypto_amount`.', example: '0.0002' }),
  created_at: Time,
  updated_at: Time,
  detected_at: Moment,
  confirmed_at: Moment,
  forwarded_at: Moment,
  amount_usd: FiatNumber.meta({ description: 'The request is worth this many US dollars at its rate.', example: 12.5 }),
  amount_refunded: DecimalString.meta({
    description: 'This much was sent back to the payer, network fees included; it counts once the refund is final.',
    example: '0',
  }),
  forward_tx_hash: TxId,
  platform_tx_hash: TxId,
  fee_amount: Share,
  merchant_amount: Share,
  network_fee: Share,
  resolution: z.enum(resolutions).nullable().meta({
    description:
      'How the payment became good: `paid` in full, within the `tolerance` of the business, or `accepted` by the merchant or an operator; null before `confirmed`.',
    example: null,
  }),
  deposits: z.array(DepositView).meta({
    description: 'Everything that arrived is listed, other assets too, oldest first; at most the first 100. `amount_received` counts all.',
    example: [],
  }),
  payouts: z
    .array(PayoutView)
    .meta({ description: 'Everything that left or is about to leave is listed, oldest first; at most the first 100.', example: [] }),
  checkout_url: z.string().meta({
    description: 'The payer pays on this hosted checkout page.',
    example: 'https://pay.example/pay/3f1c9a52-8f0e-4a53-9a51-0f6f4d1f8a55',
  }),
  pay_url: z.string().meta({
    description: 'It repeats `checkout_url`.',
    example: 'https://pay.example/pay/3f1c9a52-8f0e-4a53-9a51-0f6f4d1f8a55',
  }),
  rate: QuoteView,
  metadata: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The object is returned as the merchant set it; payers never see it.', example: { order: 'A-1001' } }),
} as const

const StoredPaymentView = z.object(paymentMembers).meta({ id: 'StoredPayment', description: 'A payment without its QR image.' })
type StoredPaymentView = z.output<typeof StoredPaymentView>

/** A payment as its merchant sees it. */
export const PaymentView = z
  .object({ ...paymentMembers, qr_code: ListedQrCode })
  .meta({ id: 'Payment', description: 'A request for money in one asset at one address.' })
export type PaymentView = z.output<typeof PaymentView>

/** A page of payments. */
export const PaymentListView = z.object({ payments: z.array(PaymentView), ...PageView })

/** A payment as its payer sees it; the name of the business is the only fact about the merchant. */
export const PublicPaymentView = z
  .object({
    ...PayableMembers.shape,
    qr_code: QrCode,
    business_name: z.string().meta({ description: 'The payer reads this name of the business.', example: 'Blue Bottle Books' }),
  })
  .meta({ id: 'PublicPayment', description: 'The public view of a payment: what a payer needs to pay it.' })
export type PublicPaymentView = z.output<typeof PublicPaymentView>

const FlatPaymentView = StoredPaymentView.omit({
  id: true,
  business_id: true,
  created_at: true,
  updated_at: true,
  detected_at: true,
  forwarded_at: true,
  rate: true,
  payment_uri: true,
  success_url: true,
  cancel_url: true,
  resolution: true,
  deposits: true,
  payouts: true,
  checkout_url: true,
  pay_url: true,
  livemode: true,
})

/** The data of a payment event: the payment at the moment of the event, flat and nested. */
export const PaymentChangeView = FlatPaymentView.extend({
  payment_id: Id,
  previous_status: Status.nullable().meta({
    description: 'The payment had this status before the event; null at creation.',
    example: null,
  }),
  received_amount: DecimalString.meta({ description: 'It repeats `amount_received`.', example: '0' }),
  merchant_tx_hash: TxId,
  platform_fee: Share,
  payment: StoredPaymentView,
}).meta({ id: 'PaymentChange', description: 'The payment at the moment of the event.' })
export type PaymentChangeView = z.output<typeof PaymentChangeView>

/** A payment as its merchant sees it; `qrCode` is the data URL of its image, null where omitted. */
export const presentPayment = (facts: PaymentFacts, qrCode: string | null): PaymentView => ({
  ...presentStoredPayment(facts),
  qr_code: qrCode,
})

/** A payment as its payer sees it. */
export const presentPublicPayment = (seen: { facts: PayableFacts; businessName: string }, qrCode: string): PublicPaymentView => ({
  ...presentPayable(seen.facts),
  qr_code: qrCode,
  business_name: seen.businessName,
})

/** The payment of an event, as its payer sees it. */
export const presentPublicChange = (
  payment: PaymentChangeView['payment'],
  also: Pick<PublicPaymentView, 'qr_code' | 'business_name'>,
): PublicPaymentView => PublicPaymentView.parse({ ...payment, ...also })

/** The data of a payment event; `previousStatus` is null for the first one. */
export function presentPaymentChange(facts: PaymentFacts, previousStatus: PaymentState | null): PaymentChangeView {
  const payment = presentStoredPayment(facts)
  return {
    ...FlatPaymentView.parse(payment),
    payment_id: payment.id,
    previous_status: previousStatus,
    received_amount: payment.amount_received,
    merchant_tx_hash: payment.forward_tx_hash,
    platform_fee: payment.fee_amount,
    payment,
  }
}

/** A payment as its merchant sees it, without its image. */
function presentStoredPayment(facts: PaymentFacts): StoredPaymentView {
  const { payment, quote } = facts
  const { decimals } = assetOf(payment.asset)
  const share = (units: bigint | null): string | null => (units === null ? null : formatUnits(units, decimals))
  const payable = presentPayable(facts)
  return {
    ...payable,
    business_id: payment.businessId,
    amount_crypto: payable.crypto_amount,
    created_at: presentTime(payment.createdAt),
    updated_at: presentTime(payment.updatedAt),
    detected_at: presentTimeOrNull(payment.detectedAt),
    confirmed_at: presentTimeOrNull(payment.confirmedAt),
    forwarded_at: presentTimeOrNull(payment.forwardedAt),
    amount_usd: toNumber(fiatDecimal(payment.usdCents, 'USD')),
    amount_refunded: formatUnits(payment.refundedUnits, decimals),
    forward_tx_hash: payment.forwardTxId,
    platform_tx_hash: payment.platformTxId,
    fee_amount: share(payment.feeUnits),
    merchant_amount: share(payment.merchantUnits),
    network_fee: share(payment.networkFeeUnits),
    resolution: payment.resolution,
    deposits: presentDeposits(facts),
    payouts: presentPayouts(facts),
    checkout_url: facts.checkoutUrl,
    pay_url: facts.checkoutUrl,
    rate: presentQuote(quote),
    metadata: payment.metadata,
  }
}

function presentPayable({ payment, confirmations, paymentUri }: PayableFacts) {
  const { decimals } = assetOf(payment.asset)
  return {
    id: payment.id,
    payment_address: payment.address,
    crypto_amount: formatUnits(payment.dueUnits, decimals),
    blockchain: payment.asset,
    status: payment.state,
    expires_at: presentTime(payment.expiresAt),
    currency: payment.currency,
    amount: toNumber(fiatDecimal(payment.fiatMinor, payment.currency)),
    amount_received: formatUnits(payment.receivedUnits, decimals),
    amount_due: formatUnits(remainderUnits(payment.dueUnits, payment.receivedUnits), decimals),
    exceptions: [...payment.exceptions],
    confirmations,
    confirmations_required: payment.confirmationsRequired,
    tx_hash: payment.txId,
    payment_uri: paymentUri,
    description: payment.description,
    success_url: payment.successUrl,
    cancel_url: payment.cancelUrl,
    livemode: isLive(payment.mode),
  }
}
