/** An invoice to create; the description is either a memo or the hash of a longer text. */
export interface NewInvoice {
  /** 32 random bytes, as 64 hex digits; it finds the invoice again. */
  readonly preimage: string
  readonly amountMsat: bigint
  /** At most 639 bytes of UTF-8: what BOLT11 has room for. */
  readonly memo?: string
  /** SHA-256, 64 hex digits. */
  readonly descriptionHash?: string
  /** At least 1: the node takes 0 for a day. */
  readonly expirySeconds: number
}

/** `accepted`: held for a payer, who gets everything back where it is cancelled. Only `settled` is money. */
export type InvoiceState = 'open' | 'accepted' | 'settled' | 'canceled'

/** What the node says of an invoice; `unknown`: it has none of this hash. */
export type FoundInvoice =
  | { readonly state: 'unknown' }
  | {
      readonly state: InvoiceState
      /** What was paid where it is `settled`, else 0: the node keeps the amount of a cancelled one. */
      readonly amountPaidMsat: bigint
      readonly settledAt: Date | null
      readonly paymentRequest: string
      readonly expiresAt: Date
    }

/** An invoice of the node; one that a repeat has found may be in any state. */
export interface CreatedInvoice extends Pick<Extract<FoundInvoice, { state: InvoiceState }>, 'state' | 'paymentRequest' | 'expiresAt'> {
  readonly paymentHash: string
}

/** What our side of all channels holds, and what is on its way. */
export interface ChannelBalance {
  readonly localMsat: bigint
  /** In HTLCs that we have sent or been offered, and that are not resolved: they are in neither balance. */
  readonly unsettledLocalMsat: bigint
  /** In channels that are being opened. */
  readonly pendingLocalMsat: bigint
  /** What we could receive. */
  readonly remoteMsat: bigint
}

/** `being_paid`: somebody is paying it now, so it cannot be cancelled; look again. */
export type Cancellation = 'canceled' | 'being_paid' | 'settled' | 'unknown'

/** The receiving side of a Lightning node, with a macaroon that can create, look up and cancel invoices, and not pay. */
export interface InvoiceNode {
  /**
   * Creates an invoice; a repeat with the same preimage finds the one that exists, which may have been paid or cancelled.
   * @throws {RefusedByNode} when there is none of this preimage, and the node makes none.
   * @throws {LightningUnavailable} when the node does not answer; it may exist then.
   */
  addInvoice(invoice: NewInvoice): Promise<CreatedInvoice>
  /** @throws {LightningUnavailable} when the node does not answer. */
  lookUpInvoice(paymentHash: string): Promise<FoundInvoice>
  /**
   * Nobody can pay the invoice any more where it answers `canceled`; also after a repeat.
   * @throws {LightningUnavailable} when the node does not answer; it may be cancelled then.
   */
  cancelInvoice(paymentHash: string): Promise<Cancellation>
  /**
   * Names invoices that were settled, as a hint to look them up: the stream names neither expired nor cancelled ones, and none from before it began.
   * It connects again by itself until it is stopped.
   */
  watchSettled(onHash: (paymentHash: string) => void): { stop(): void }
  /** @throws {LightningUnavailable} when the node does not answer. */
  channelBalance(): Promise<ChannelBalance>
  /** Closes the connection. */
  close(): void
}
