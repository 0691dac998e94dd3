/** One endpoint and the bodies it receives, in order. */
export interface Mailbox {
  readonly endpointId: string
  readonly url: string
  readonly bodies: readonly string[]
}

/** The file that both senders read. */
export interface SendingPlan {
  readonly databaseUrl: string
  /** X25519 private key that opens the secrets of endpoints: base64 of PKCS #8 DER. */
  readonly openingKey: string
  readonly mailboxes: readonly Mailbox[]
  /** Requests to one endpoint at once. */
  readonly parallel: number
}
