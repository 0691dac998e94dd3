/** The kinds of e-mail sent to a merchant. */
export type EmailKind = 'verify_email' | 'reset_password' | 'password_changed' | 'wallets_changed' | 'webhooks_failing' | 'webhooks_gone'

/** The purpose of an e-mailed link. */
export type LinkPurpose = Extract<EmailKind, 'verify_email' | 'reset_password'>

/** A queued e-mail, without its text. */
export interface QueuedEmail {
  readonly id: string
  readonly merchantId: string
  readonly kind: EmailKind
  readonly createdAt: Date
  readonly attempts: number
  readonly nextAttemptAt: Date
  readonly lastProblem: string | null
}
