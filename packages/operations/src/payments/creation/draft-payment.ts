import type { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { Rail } from '@gateway/chains/rail'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Business } from '@gateway/domain/businesses/business'
import { paymentMachine } from '@gateway/domain/payments/machine'
import type { Endpoint } from '../../events/publish-events.ts'
import type { ApiContext } from '../../kernel/context.ts'
import type { AddressTerms } from '../../custody/address-pool/allocate-addresses.ts'
import { platformAddressOf } from '../../custody/address-pool/platform-address.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { PricedTerms } from './price-terms.ts'
import type { CreatedPayment } from './open-payment.ts'

/** The agreed terms of a payment. */
export interface Agreed {
  readonly business: Business
  readonly endpoints: readonly Endpoint[]
  readonly rail: Rail
  readonly wallet: string
  readonly terms: CreatePaymentInput
  readonly priced: PricedTerms
  /** Builds the row of the stored response, for a request with an idempotency key. */
  readonly keep?: Keep<CreatedPayment> | undefined
}

/** A payment without its address; it keeps its ids however often it is retried. */
export interface Draft extends Agreed {
  readonly ctx: ApiContext
  readonly addressTerms: AddressTerms
  readonly createdAt: Date
}

/** Settles everything about a payment that needs no transaction. */
export function draftPayment(ctx: ApiContext, agreed: Agreed): Draft {
  const { business, rail, wallet, terms, priced } = agreed
  const createdAt = ctx.clock.now()
  const subjectId = ctx.ids.uuid()
  const addressTerms: AddressTerms = {
    id: ctx.ids.uuid(),
    subject: 'payment',
    subjectId,
    chain: rail.chain,
    asset: terms.asset,
    recipients: [
      { role: 'merchant', address: wallet },
      { role: 'platform', address: platformAddressOf(ctx, rail) },
    ],
    feeBps: priced.feeBps,
    expiresAt: new Date(createdAt.getTime() + business.paymentWindowSeconds * 1_000),
  }
  return { ...agreed, ctx, addressTerms, createdAt }
}

/** The payment of a draft at its address. */
export const paymentOf = (draft: Draft, address: string): PaymentEntity => ({
  ...blankPayment,
  ...termsOf(draft),
  id: draft.addressTerms.subjectId,
  address,
  payoutTermsId: draft.addressTerms.id,
  expiresAt: draft.addressTerms.expiresAt,
  createdAt: draft.createdAt,
  updatedAt: draft.createdAt,
})

/** The requested terms and their price, as the payment stores them. */
const termsOf = ({ business, rail, terms, priced }: Agreed) => ({
  merchantId: business.merchantId,
  businessId: business.id,
  mode: business.mode,
  asset: terms.asset,
  chain: rail.chain,
  currency: terms.currency,
  fiatMinor: priced.fiatMinor,
  usdCents: priced.usdCents,
  dueUnits: priced.dueUnits,
  toleranceUnits: priced.toleranceUnits,
  toleranceBps: business.toleranceBps,
  rulesId: priced.rulesId,
  quoteId: priced.quote.id,
  feeBps: priced.feeBps,
  confirmationsRequired: priced.policy.confirmations,
  finalityRequired: priced.policy.finality,
  description: terms.description ?? null,
  metadata: terms.metadata,
  successUrl: terms.successUrl ?? null,
  cancelUrl: terms.cancelUrl ?? null,
})

const blankPayment = {
  state: paymentMachine.initial,
  receivedUnits: 0n,
  refundedUnits: 0n,
  returningUnits: 0n,
  includedHeight: null,
  exceptions: [],
  lateVerdict: null,
  lateQuoteId: null,
  acceptedAt: null,
  txId: null,
  forwardTxId: null,
  platformTxId: null,
  feeUnits: null,
  merchantUnits: null,
  networkFeeUnits: null,
  eventSequence: 1,
  stateVersion: 1,
  shownDigest: '',
  detectedAt: null,
  confirmedAt: null,
  resolution: null,
  forwardedAt: null,
}
