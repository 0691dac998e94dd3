/** One endpoint and what it is sent, in order. */
export interface Mailbox {
  readonly endpointId: string
  readonly url: string
  readonly bodies: readonly string[]
}

/** What the two senders are told, in a file. */
export interface SendingPlan {
  readonly databaseUrl: string
  /** X25519 private key that opens the secrets of endpoints: base64 of PKCS #8 DER. */
  readonly openingKey: string
  readonly mailboxes: readonly Mailbox[]
  /** Requests to one endpoint at once. */
  readonly parallel: number
}
