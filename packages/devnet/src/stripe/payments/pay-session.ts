import { emitEvent } from '../events/emit-event.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import type { PaymentIntent } from '../objects/payment-intent.ts'
import { all, get, ownerOf, update } from '../state/store.ts'
import type { World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { authenticateIntent, confirmIntent, settleDebit } from './confirm-intent.ts'
import type { Method } from './create-charge.ts'
import { createIntent } from './create-intent.ts'
import { findCard } from './test-cards.ts'

/** What became of an attempt on a payment page. */
export interface PaidSession {
  readonly session: CheckoutSession
  readonly intent: PaymentIntent
}

/**
 * Pays a session, or tries to.
 * @throws {ApiError} of status 400 when it is not open.
 */
export function paySession(world: World, session: CheckoutSession, method: Method): PaidSession {
  checkOpen(session)
  const { intent: terms } = world.state.sessionTerms[session.id] ?? {}
  if (!terms) throw invalidRequest('This session has no terms.')
  const before = session.payment_intent
    ? get(world, { kind: 'payment_intent' }, session.payment_intent)
    : createIntent(world, ownerOf(world, session.id), { ...terms, amount: session.amount_total, currency: session.currency })
  const linked = update(world, session, { payment_intent: before.id })
  const intent = confirmIntent(world, before, method)
  return concludeSession(world, linked, intent)
}

/**
 * Ends the authentication that a payment asked for.
 * @throws {ApiError} of status 400 when it asked for none.
 */
export function authenticateSession(world: World, session: CheckoutSession, isProven: boolean): PaidSession {
  checkOpen(session)
  const intent = get(world, { kind: 'payment_intent' }, session.payment_intent ?? '')
  return concludeSession(world, session, authenticateIntent(world, intent, isProven))
}

/**
 * Decides an asynchronous payment.
 * @throws {ApiError} of status 400 when the payment is not processing.
 */
export function settleSession(world: World, session: CheckoutSession, outcome: 'succeeded' | 'failed'): CheckoutSession {
  const intent = get(world, { kind: 'payment_intent' }, session.payment_intent ?? '')
  if (intent.status !== 'processing') throw invalidRequest('This payment is not processing.')
  settleDebit(world, intent, outcome)
  const settled = outcome === 'succeeded' ? update(world, session, { payment_status: 'paid' }) : session
  emitEvent(world, `checkout.session.async_payment_${outcome}`, settled)
  return settled
}

/** The session that a payment intent belongs to. */
export const sessionOf = (world: World, intentId: string): CheckoutSession | undefined =>
  all(world, { kind: 'checkout.session' }).find(({ payment_intent }) => payment_intent === intentId)

/** The method that a form names: a card by its number, or a bank debit. */
export function methodOf(sent: string): Method {
  const method = sent === 'bank_debit' ? sent : findCard(sent)
  if (method) return method
  throw invalidRequest('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })
}

function checkOpen({ status }: CheckoutSession): void {
  if (status !== 'open') throw invalidRequest(`This session is ${status}.`)
}

/** A payment that succeeded, or whose outcome comes later, completes the session. */
function concludeSession(world: World, session: CheckoutSession, intent: PaymentIntent): PaidSession {
  if (intent.status !== 'succeeded' && intent.status !== 'processing') return { session, intent }
  const completed = update(world, session, {
    customer_details: { email: session.customer_email ?? 'customer@example.com', name: 'Test Customer' },
    payment_status: intent.status === 'succeeded' ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  })
  emitEvent(world, 'checkout.session.completed', completed)
  return { session: completed, intent }
}
