import type { BalanceFacts, ChargeFacts, PaymentIntentFacts, SessionFacts } from '@gateway/domain/cards/facts'
import { z } from 'zod'
import { Currency, IdOf, intentOf, Metadata, Minor, Moment, readerOf } from './shape.ts'

/** A line of the balance (docs.stripe.com/api/balance_transactions/object). */
export const BalanceLine = z
  .object({
    object: z.literal('balance_transaction'),
    id: z.string(),
    amount: Minor,
    fee: Minor,
    net: Minor,
    currency: Currency,
    type: z.string(),
    source: IdOf.nullish(),
    created: Moment,
  })
  .transform(({ id, amount, fee, net, currency, type, source, created }): BalanceFacts => ({
    id,
    amountMinor: amount,
    feeMinor: fee,
    netMinor: net,
    currency,
    type,
    sourceId: source ?? null,
    createdAt: created,
  }))

const ChargeShape = z
  .object({
    object: z.literal('charge'),
    id: z.string(),
    paid: z.boolean(),
    disputed: z.boolean().nullish(),
    amount_captured: Minor,
    amount_refunded: Minor,
    currency: Currency,
    created: Moment,
    application_fee: IdOf.nullish(),
    application_fee_amount: Minor.nullish(),
    payment_intent: IdOf.nullish(),
    // A text where it was not expanded.
    balance_transaction: z.union([z.string().transform(() => null), BalanceLine]).nullish(),
  })
  .transform((charge): ChargeFacts => ({
    id: charge.id,
    isPaid: charge.paid,
    isDisputed: charge.disputed ?? false,
    capturedMinor: charge.amount_captured,
    refundedMinor: charge.amount_refunded,
    currency: charge.currency,
    createdAt: charge.created,
    applicationFeeId: charge.application_fee ?? null,
    applicationFeeMinor: charge.application_fee_amount ?? 0n,
    paymentIntentId: charge.payment_intent ?? null,
    balance: charge.balance_transaction ?? null,
  }))

const IntentShape = z
  .object({
    object: z.literal('payment_intent'),
    id: z.string(),
    status: z.string(),
    amount_received: Minor,
    currency: Currency,
    latest_charge: z.union([z.string().transform(() => null), ChargeShape]).nullish(),
    last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
    metadata: Metadata,
  })
  .transform((intent): PaymentIntentFacts => ({
    id: intent.id,
    intentId: intentOf(intent.metadata),
    cardPaymentId: intent.metadata?.['card_payment_id'] ?? null,
    status: intent.status,
    receivedMinor: intent.amount_received,
    currency: intent.currency,
    charge: intent.latest_charge ?? null,
    declineCode: intent.last_payment_error ? (intent.last_payment_error.decline_code ?? intent.last_payment_error.code ?? 'unknown') : null,
  }))

/** A session with its payment intent, where that was asked for. */
export interface ReadSession {
  readonly session: SessionFacts
  readonly paymentIntent: PaymentIntentFacts | null
}

const SessionShape = z
  .object({
    object: z.literal('checkout.session'),
    id: z.string(),
    status: z.string().nullish(),
    payment_status: z.string(),
    amount_total: Minor.nullish(),
    currency: Currency.nullish(),
    payment_intent: z.union([z.string(), IntentShape]).nullish(),
    url: z.string().nullish(),
    expires_at: Moment,
    metadata: Metadata,
  })
  .transform((session): ReadSession => {
    const { payment_intent: intent } = session
    return {
      session: {
        id: session.id,
        intentId: intentOf(session.metadata),
        status: session.status ?? 'open',
        paymentStatus: session.payment_status,
        amountMinor: session.amount_total ?? null,
        currency: session.currency ?? null,
        paymentIntentId: (typeof intent === 'string' ? intent : intent?.id) ?? null,
        url: session.url ?? null,
        expiresAt: session.expires_at,
      },
      paymentIntent: typeof intent === 'string' ? null : (intent ?? null),
    }
  })

/** Reads a checkout session. */
export const readSession = readerOf(SessionShape)
/** Reads a checkout session of a list. */
export const readListedSession = readerOf(SessionShape.transform(({ session }) => session))
/** Reads a payment intent. */
export const readPaymentIntent = readerOf(IntentShape)
/** Reads a charge. */
export const readCharge = readerOf(ChargeShape)
/** Reads a line of the balance. */
export const readBalanceLine = readerOf(BalanceLine)
