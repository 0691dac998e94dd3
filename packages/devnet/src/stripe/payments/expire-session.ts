import { emitEvent } from '../events/emit-event.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { all, find, update } from '../state/store.ts'
import { nowOf, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { cancelIntent } from './confirm-intent.ts'

/**
 * Ends a session that nobody has paid; its payment intent is canceled.
 * @throws {ApiError} of status 400 when it is not open.
 */
export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') {
    throw invalidRequest(`Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of ${session.status}.`)
  }
  const intent = session.payment_intent ? find(world, { kind: 'payment_intent' }, session.payment_intent) : undefined
  if (intent) cancelIntent(world, intent, 'automatic')
  const expired = update(world, session, { status: 'expired', url: null })
  emitEvent(world, 'checkout.session.expired', expired)
  return expired
}

/** Ends the sessions whose time is over. */
export function expireSessions(world: World): void {
  const now = nowOf(world)
  for (const session of all(world, { kind: 'checkout.session' })) {
    if (session.status === 'open' && session.expires_at <= now) expireSession(world, session)
  }
}
