import type { CheckoutView } from '@gateway/contract/checkout'
import { isCompleted } from '@gateway/domain/payments/machine'

/**
 * What a shopper is told: the seven statuses, seen from the shopper's side. Forwarding is the merchant's matter.
 * `checking`: the time is up, and the chain has not been read up to it, so a payment sent in time may still be found.
 */
export type Phase = 'waiting' | 'short' | 'checking' | 'seen' | 'paid' | 'over' | 'failed'

/** Only the gateway ends a payment, once it has read the chain up to the deadline; a page that went by the clock would invite its shopper to pay twice. */
export function phaseOf(payment: CheckoutView, now: string): Phase {
  const { status } = payment
  if (isCompleted(status)) return 'paid'
  if (status === 'failed') return 'failed'
  if (status === 'detected') return 'seen'
  if (status === 'expired') return 'over'
  if (Date.parse(payment.expires_at) <= Date.parse(now)) return 'checking'
  return hasArrived(payment) ? 'short' : 'waiting'
}

/** True once anything of the payment's own asset has arrived. */
export const hasArrived = ({ amount_received: received }: CheckoutView): boolean => /[1-9]/.test(received)

/** True once anything was sent to the address, even what does not count or has gone back. */
export const hasSent = (payment: CheckoutView): boolean =>
  hasArrived(payment) || payment.deposits.some(({ status }) => status !== 'orphaned')

/** True while the shopper is asked to send. */
export const isPayable = (phase: Phase): boolean => phase === 'waiting' || phase === 'short'
