import type { PaymentAdvanced } from './signals.ts'

/** The database's answer when the window ends: the row decides, the timer only asks. */
export type ExpiryAnswer =
  | { readonly outcome: 'expired' }
  /** The row had moved before: a deposit was detected, or the payment ended otherwise. */
  | { readonly outcome: 'moved'; readonly known: PaymentAdvanced }
  /** The chain has not been read up to the deadline; asking again later loses nothing. */
  | { readonly outcome: 'watcher_behind' }

/** Activities of the payments role. */
export interface PaymentActivities {
  /** Expires the payment if its window is over and the chain has been read up to that moment. */
  expirePayment(input: { paymentId: string }): Promise<ExpiryAnswer>
}
