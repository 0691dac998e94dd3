import type { CheckoutView } from '@gateway/contract/checkout'
import { isCompleted } from '@gateway/domain/payments/machine'

/** What a shopper is told: the seven statuses, seen from the shopper's side. Forwarding is the merchant's matter. */
export type Phase = 'waiting' | 'short' | 'seen' | 'paid' | 'over' | 'failed'

/** A pending payment whose time is up is over for its shopper, even before the gateway has closed it: a transfer sent now comes late. */
export function phaseOf(payment: CheckoutView, now: string): Phase {
  const { status } = payment
  if (isCompleted(status)) return 'paid'
  if (status === 'failed') return 'failed'
  if (status === 'detected') return 'seen'
  if (status === 'expired' || Date.parse(payment.expires_at) <= Date.parse(now)) return 'over'
  return hasArrived(payment) ? 'short' : 'waiting'
}

/** True once anything of the payment's own asset has arrived. */
export const hasArrived = ({ amount_received: received }: CheckoutView): boolean => /[1-9]/.test(received)

/** True once anything was sent to the address, even what does not count or has gone back. */
export const hasSent = (payment: CheckoutView): boolean =>
  hasArrived(payment) || payment.deposits.some(({ status }) => status !== 'orphaned')

/** True while the shopper is asked to send. */
export const isPayable = (phase: Phase): boolean => phase === 'waiting' || phase === 'short'
