import { emitEvent } from '../events/emit-event.ts'
import type { Charge } from '../objects/charge.ts'
import type { PaymentError, PaymentIntent } from '../objects/payment-intent.ts'
import { get, update } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { createCharge, type Method } from './create-charge.ts'
import { settleCharge } from './settle-charge.ts'
import { openDispute } from './disputes.ts'
import { cardOfNumber, type TestCard } from './test-cards.ts'

/** Tries to pay a payment intent; its new state says how it went. */
export function confirmIntent(world: World, intent: PaymentIntent, method: Method): PaymentIntent {
  const chosen = update(world, intent, { payment_method: methodId(method), last_payment_error: null, next_action: null })
  if (method === 'bank_debit') return beginDebit(world, chosen)
  if (method.decline) return declineIntent(world, chosen, method)
  if (method.needsAuthentication) return askForAuthentication(world, chosen, method)
  return succeedIntent(world, chosen, createCharge(world, chosen, method))
}

/**
 * Ends the authentication of a payment intent; one that fails can be paid again.
 * @throws {ApiError} of status 400 when it asked for none.
 */
export function authenticateIntent(world: World, intent: PaymentIntent, isProven: boolean): PaymentIntent {
  const card = cardOfNumber(world.state.cardOf[intent.id])
  if (!card || intent.status !== 'requires_action') throw invalidRequest('This payment does not wait for authentication.')
  if (isProven) return succeedIntent(world, intent, createCharge(world, intent, card))
  const error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  } as const
  return failIntent(world, intent, error)
}

/** Ends an asynchronous payment. */
export function settleDebit(world: World, intent: PaymentIntent, outcome: 'succeeded' | 'failed'): PaymentIntent {
  const charge = get(world, { kind: 'charge' }, intent.latest_charge ?? '')
  if (outcome === 'succeeded') return succeedIntent(world, intent, charge)
  const message = 'The customer’s account has insufficient funds to cover this payment.'
  const code = 'payment_method_provider_decline'
  failCharge(world, charge, { failure_code: 'insufficient_funds', failure_message: message })
  return failIntent(world, intent, { type: 'card_error', code, message, charge: charge.id })
}

/** Any value: the processor makes a new one for each use. */
const methodId = (method: Method): string => (method === 'bank_debit' ? 'pm_usBankAccount' : method.token)

function beginDebit(world: World, intent: PaymentIntent): PaymentIntent {
  const charge = createCharge(world, intent, 'bank_debit')
  const processing = update(world, intent, { status: 'processing', latest_charge: charge.id })
  emitEvent(world, 'payment_intent.processing', processing)
  emitEvent(world, 'charge.pending', charge)
  return processing
}

function declineIntent(world: World, intent: PaymentIntent, card: TestCard): PaymentIntent {
  const { code = 'card_declined', message = '', decline_code } = card.decline ?? {}
  const charge = failCharge(world, createCharge(world, intent, card), { failure_code: code, failure_message: message })
  const error = { type: 'card_error', code, ...(decline_code && { decline_code }), message, charge: charge.id } as const
  return failIntent(world, update(world, intent, { latest_charge: charge.id }), error)
}

function failCharge(world: World, charge: Charge, reason: Pick<Charge, 'failure_code' | 'failure_message'>): Charge {
  const outcome = {
    network_status: 'declined_by_network',
    reason: reason.failure_code,
    risk_level: 'normal',
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
  const failed = update(world, charge, { ...reason, outcome, status: 'failed' })
  emitEvent(world, 'charge.failed', failed)
  return failed
}

function failIntent(world: World, intent: PaymentIntent, error: PaymentError): PaymentIntent {
  const failed = update(world, intent, {
    status: 'requires_payment_method',
    last_payment_error: error,
    next_action: null,
    payment_method: null,
  })
  emitEvent(world, 'payment_intent.payment_failed', failed)
  return failed
}

function askForAuthentication(world: World, intent: PaymentIntent, card: TestCard): PaymentIntent {
  world.state.cardOf[intent.id] = card.number
  const url = `${world.url}/3ds/${intent.id}`
  const waiting = update(world, intent, {
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } },
  })
  emitEvent(world, 'payment_intent.requires_action', waiting)
  return waiting
}

function succeedIntent(world: World, intent: PaymentIntent, pending: Charge): PaymentIntent {
  const charge = settleCharge(world, pending)
  const succeeded = update(world, intent, {
    status: 'succeeded',
    amount_received: charge.amount,
    latest_charge: charge.id,
    next_action: null,
  })
  emitEvent(world, 'charge.succeeded', charge)
  emitEvent(world, 'payment_intent.succeeded', succeeded)
  const dispute = disputeOf(world, charge)
  if (dispute) openDispute(world, charge, dispute)
  return succeeded
}

function disputeOf({ state }: World, { id }: Charge) {
  const kind = cardOfNumber(state.cardOf[id])?.dispute
  return kind && { isInquiry: kind === 'inquiry', reason: 'fraudulent' as const }
}

/** Cancels a payment intent that nobody has paid. */
export function cancelIntent(world: World, intent: PaymentIntent, reason: string | null): PaymentIntent {
  const canceled = update(world, intent, { status: 'canceled', canceled_at: nowOf(world), cancellation_reason: reason, next_action: null })
  emitEvent(world, 'payment_intent.canceled', canceled)
  return canceled
}
