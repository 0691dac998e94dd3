import type { LanguageTag } from '@gateway/domain/kernel/language'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Stripe } from 'stripe'
import { request } from '../calls.ts'
import { amountOf } from './amount.ts'
import { checkoutLocale } from './locale.ts'
import { descriptorSuffix } from './statement-descriptor.ts'

/** A page that takes a card. */
export interface NewSession {
  readonly intentId: string
  readonly paymentId: string
  readonly amountMinor: bigint
  readonly currency: FiatCode
  /** What the customer reads beside the amount. */
  readonly title: string
  /** What the cardholder reads beside the processor's prefix. */
  readonly statementName: string
  /** Where the customer comes back to. */
  readonly successUrl: string
  readonly cancelUrl: string | null
  /** Null follows the browser. */
  readonly language: LanguageTag | null
  /** Gets a receipt by e-mail; null for none. */
  readonly receiptEmail: string | null
}

/** A direct charge on the merchant's account, less the platform's fee. */
export const directSession = (session: NewSession, { accountId, feeMinor }: { readonly accountId: string; readonly feeMinor: bigint }) =>
  request('session_create', {
    account: accountId,
    params: sessionParams(session, feeMinor === 0n ? {} : { application_fee_amount: amountOf(feeMinor) }),
  })

/** A charge on the platform's account, whose transfer will be in the group of its escrow. */
export const escrowSession = (session: NewSession, { escrowId }: { readonly escrowId: string }) =>
  request('session_create', { params: sessionParams(session, { transfer_group: escrowId }) })

/** Ends a session that nobody is to pay any more. */
export const sessionExpiry = (sessionId: string, account: string | null) =>
  request('session_expire', { id: sessionId, account, params: {} })

/** Reads a session with its payment intent. */
export const sessionRetrieval = (sessionId: string, account: string | null) =>
  request('session_retrieve', {
    id: sessionId,
    account,
    params: { expand: ['payment_intent.latest_charge.balance_transaction'] } satisfies Stripe.Checkout.SessionRetrieveParams,
  })

/** Reads a payment intent with its charge and what the processor took of it. */
export const paymentIntentRetrieval = (paymentIntentId: string, account: string | null) =>
  request('payment_intent_retrieve', {
    id: paymentIntentId,
    account,
    params: { expand: ['latest_charge.balance_transaction'] } satisfies Stripe.PaymentIntentRetrieveParams,
  })

/** Reads a charge with what the processor took of it. */
export const chargeRetrieval = (chargeId: string, account: string | null) =>
  request('charge_retrieve', { id: chargeId, account, params: { expand: ['balance_transaction'] } satisfies Stripe.ChargeRetrieveParams })

/**
 * The ways to pay are left to the settings of the account (the parameter that named them is gone since 2026-10-28.endive), and the end of the session to
 * the processor, 24 hours after its creation: a stored end would be refused when the call is repeated later.
 */
function sessionParams(
  session: NewSession,
  kind: Stripe.Checkout.SessionCreateParams.PaymentIntentData,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { intent_id: session.intentId, card_payment_id: session.paymentId }
  const suffix = descriptorSuffix(session.statementName)
  return {
    mode: 'payment',
    client_reference_id: session.paymentId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: session.currency.toLowerCase(),
          unit_amount: amountOf(session.amountMinor),
          product_data: { name: session.title },
        },
      },
    ],
    success_url: session.successUrl,
    ...(session.cancelUrl !== null && { cancel_url: session.cancelUrl }),
    locale: checkoutLocale(session.language),
    metadata,
    payment_intent_data: {
      ...kind,
      metadata,
      ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
      ...(session.receiptEmail !== null && { receipt_email: session.receiptEmail }),
    },
  } satisfies Stripe.Checkout.SessionCreateParams
}
