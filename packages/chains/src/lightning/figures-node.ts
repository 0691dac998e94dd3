/** A channel of the node, as operators see it. */
export interface NodeChannel {
  /** The output that funds it: transaction id and index. */
  readonly channelPoint: string
  /** Public key of the node at its other end, 66 hex digits. */
  readonly peer: string
  readonly capacitySats: bigint
  /** What we could send through it. */
  readonly localSats: bigint
  /** What we could receive through it. */
  readonly remoteSats: bigint
  /** In HTLCs of either direction. */
  readonly unsettledSats: bigint
  /** True while the peer is connected and payments can pass. */
  readonly isActive: boolean
}

/** The node as operators look at it, with a macaroon that can read, and neither pay nor make invoices. */
export interface FiguresNode {
  /** Every open channel. @throws {LightningUnavailable} when the node does not answer. */
  listChannels(): Promise<readonly NodeChannel[]>
  /** Closes the connection. */
  close(): void
}
