/** A BOLT11 invoice as the node reads it; no library is asked, because they differ on hash, amount and expiry. */
export interface DecodedInvoice {
  /** SHA-256 of the preimage, 64 lower-case hex digits. */
  readonly paymentHash: string
  /** Null where the payer chooses the amount; an encoded 0 counts as none. */
  readonly amountMsat: bigint | null
  /** Empty where the invoice has a hash in its place. */
  readonly description: string
  /** SHA-256 of a longer description, 64 hex digits. */
  readonly descriptionHash: string | null
  /** Public key of the payee's node, 66 hex digits. */
  readonly destination: string
  readonly expiresAt: Date
}
