/** The node has paid: with the preimage as the proof. */
export interface SettledSend {
  readonly kind: 'settled'
  /** 64 hex digits, whose SHA-256 is the payment hash. */
  readonly preimage: string
  /** What the payee got, without the fee. */
  readonly amountMsat: bigint
  /** What the route cost; at most the limit given. */
  readonly feeMsat: bigint
  readonly settledAt: Date
}

/**
 * What the node says of a payment; a reason is for the operators, never for a decision or for the payer: the node names a missing balance
 * where the payee is away.
 * - `failed`: its record has status FAILED, so that no HTLC is in flight. Proven for the call that made the record, at `createdAt` by the node's clock: the
 *   node keeps it until it pays the hash again, so that an older one proves nothing about a later call.
 * - `refused`: it answered with an error before it recorded anything (codes 2 and 3), and has no record of the hash but one that has failed. Proven.
 * - `in_flight`: it has a record, without an end.
 * - `not_found`: it answered a look-up with "no record" (code 5). Proves nothing by itself.
 * - `unknown`: broken stream, deadline, odd answer, or an error of the transport. Proves nothing: the money stays reserved.
 */
export type SendOutcome =
  | SettledSend
  | { readonly kind: 'failed'; readonly reason: string; readonly createdAt: Date }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unknown'; readonly reason: string }
