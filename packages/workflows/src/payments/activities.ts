import type { PaymentAdvanced } from './signals.ts'

/** What the database says when the window ends: the row decides, the timer only asks. */
export type ExpiryAnswer =
  | { readonly outcome: 'expired' }
  /** Somebody was faster: a deposit was detected, or the payment ended otherwise. */
  | { readonly outcome: 'moved'; readonly known: PaymentAdvanced }
  /** The chain has not been read up to the deadline; asking again later loses nothing. */
  | { readonly outcome: 'watcher_behind' }

/** Database work of the payments role. */
export interface PaymentActivities {
  /** Expires the payment if its window is over and the chain has been read up to that moment. */
  expirePayment(input: { paymentId: string }): Promise<ExpiryAnswer>
}

/** Work of the signer. It derives everything from pinned rows and takes no recipient from its caller. */
export interface SigningActivities {
  /** Signs and stores the forward of a confirmed payment; says where the row stands once the bytes are in Postgres. */
  signForward(input: { paymentId: string }): Promise<PaymentAdvanced>
}
