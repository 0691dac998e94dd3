/** What a letter to a merchant is about. */
export type EmailKind = 'verify_email' | 'reset_password' | 'password_changed' | 'wallets_changed' | 'webhooks_failing' | 'webhooks_gone'

/** What a link in a letter is for. */
export type LinkPurpose = Extract<EmailKind, 'verify_email' | 'reset_password'>

/** A letter that waits to be sent, without what it says. */
export interface QueuedEmail {
  readonly id: string
  readonly merchantId: string
  readonly kind: EmailKind
  readonly createdAt: Date
  readonly attempts: number
  readonly nextAttemptAt: Date
  readonly lastProblem: string | null
}
