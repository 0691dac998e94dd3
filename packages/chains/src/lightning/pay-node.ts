import type { DecodedInvoice } from './decoded-invoice.ts'
import type { Cancellation } from './invoice-node.ts'
import type { SendOutcome } from './send-outcome.ts'

/** A payment to make. */
export interface NewSend {
  readonly paymentRequest: string
  /** As the node decoded it: what the outcome is about. */
  readonly paymentHash: string
  /** Only for an invoice without an amount: the node refuses it beside one, even the same. */
  readonly amountMsat?: bigint
  /** The most that the route may cost. */
  readonly feeLimitMsat: bigint
  /** Ends the search for routes; a payee can hold a payment for longer. */
  readonly timeoutSeconds: number
}

/** The paying side of a Lightning node, with a macaroon that can pay and look at payments, and nothing else. */
export interface PayNode {
  /**
   * Reads an invoice of this network, expired or not.
   * @throws {InvalidPaymentRequest} with the reason in our words.
   * @throws {LightningUnavailable} when the node does not answer.
   */
  decode(paymentRequest: string): Promise<DecodedInvoice>
  /**
   * Pays an invoice, and resolves with its end, or `in_flight` or `unknown` after a few seconds more than `timeoutSeconds`. Never throws. The node
   * pays a hash again that has failed: the caller sees to it that each hash is sent once.
   */
  send(send: NewSend): Promise<SendOutcome>
  /** What the node's record of a hash says now; never throws, and answers `in_flight` at once. */
  track(paymentHash: string): Promise<SendOutcome>
  /** As on the receiving side: for a send to an invoice of this service. @throws {LightningUnavailable} when the node does not answer. */
  cancelInvoice(paymentHash: string): Promise<Cancellation>
  /** Closes the connection. */
  close(): void
}
