/** The kinds of e-mail: `refund_link`, `escrow_opened`, `escrow_ending` and `dispute_ending` go to a payer, every other one to a merchant. */
export type EmailKind =
  | 'verify_email'
  | 'reset_password'
  | 'password_changed'
  | 'factors_changed'
  | 'wallets_changed'
  | 'api_key_created'
  | 'webhooks_failing'
  | 'webhooks_gone'
  | 'refund_link'
  | 'escrow_opened'
  | 'escrow_ending'
  | 'dispute_ending'
  | 'dispute_reminder'

/** The purpose of an e-mailed link to an account. */
export type LinkPurpose = Extract<EmailKind, 'verify_email' | 'reset_password'>

/** A queued e-mail, without its facts. */
export interface QueuedEmail {
  readonly id: string
  /** Its recipient, or the merchant of the payment or escrow it is about. */
  readonly merchantId: string
  readonly kind: EmailKind
  readonly createdAt: Date
  readonly attempts: number
  readonly nextAttemptAt: Date
  readonly lastProblem: string | null
}
