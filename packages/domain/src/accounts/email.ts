/** The kinds of e-mail: `refund_link`, `refund_arrived`, `escrow_opened`, `escrow_ending`, `dispute_ending`, `card_receipt`, `card_refunded` and those about invoices go to a payer, every other one to a merchant. */
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
  | 'refund_arrived'
  | 'escrow_opened'
  | 'escrow_ending'
  | 'dispute_ending'
  | 'dispute_reminder'
  | 'card_escrow_ending'
  | 'card_receipt'
  | 'card_refunded'
  | 'invoice_sent'
  | 'invoice_reminder'
  | 'invoice_paid'
  | 'invoice_credited'

/** The purpose of an e-mailed link to an account. */
export type LinkPurpose = Extract<EmailKind, 'verify_email' | 'reset_password'>

/**
 * Why an e-mail was not sent: before it was queued, the address of the account that sends it was not confirmed, a limit of the day was reached, or its own
 * address was refused before; and afterwards, the mail server refused its address or its content, what it asks for is settled, its time is over, or its
 * seal is broken.
 */
export const unsentReasons = [
  'sender_unverified',
  'recipient_limit',
  'business_limit',
  'account_limit',
  'address_refused',
  'content_refused',
  'not_needed',
  'too_late',
  'unreadable',
] as const
export type UnsentReason = (typeof unsentReasons)[number]

/** How many e-mails may be due in a day of UTC that go to a recipient whom their sender has chosen. */
export interface EmailLimits {
  /** To one recipient, whoever sends them. */
  readonly perRecipient: number
  /** In the name of one business. */
  readonly perBusiness: number
  /** In the name of all businesses of one account. */
  readonly perAccount: number
}

/** The names of the limits. */
export const emailLimitNames = ['perRecipient', 'perBusiness', 'perAccount'] as const satisfies readonly (keyof EmailLimits)[]

/** Defaults, unless an operator sets others. */
export const defaultEmailLimits: EmailLimits = { perRecipient: 20, perBusiness: 500, perAccount: 1_000 }

/** An e-mail as its sender sees it: on its way, sent, or not sent and why. */
export interface EmailFate {
  readonly status: 'queued' | 'sent' | 'not_sent'
  readonly reason: UnsentReason | null
}

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
