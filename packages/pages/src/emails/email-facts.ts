import type { PayerHeldReason } from '@gateway/domain/payments/payer-refund'
import type { EmailKind } from '@gateway/domain/accounts/email'
import type { FactorChange } from '@gateway/domain/accounts/factors'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { Scope } from '@gateway/domain/accounts/scope'
import type { AskedStage } from '@gateway/domain/invoices/reminder'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Language } from '../locales/languages.ts'
import type { AssistedRefundFacts, RefundArrivedFacts } from './refund-facts.ts'

/** The facts of every e-mail. They are queued as JSON, so moments are RFC 3339 texts. */
interface Addressed<Kind extends EmailKind> {
  readonly kind: Kind
  /** One address. */
  readonly to: string
}

/** A link that confirms an address. */
export interface VerifyEmail extends Addressed<'verify_email'> {
  readonly token: string
  readonly endsAt: string
}

/** A link that sets a new password. */
export interface ResetPassword extends Addressed<'reset_password'> {
  readonly token: string
  readonly askedAt: string
  readonly from: Requester
  readonly endsAt: string
}

/** A password was changed. */
export interface PasswordChanged extends Addressed<'password_changed'> {
  readonly changedAt: string
  readonly by: 'old_password' | 'link'
  readonly from: Requester
}

/** The second factors of an account were changed, or a recovery code was used. */
export interface FactorsChanged extends Addressed<'factors_changed'> {
  readonly change: FactorChange
  /** The name of the passkey; null for everything else. */
  readonly passkey: string | null
  readonly changedAt: string
  readonly from: Requester
}

/** A business as its merchant knows it. */
export interface NamedBusiness {
  readonly id: string
  readonly name: string
}

/** One wallet before and after a change; null without one. */
export interface WalletChange {
  readonly asset: AssetCode
  readonly before: string | null
  readonly after: string | null
}

/** Wallets of a business were changed. */
export interface WalletsChanged extends Addressed<'wallets_changed'> {
  readonly business: NamedBusiness
  /** At least one. */
  readonly changes: readonly WalletChange[]
  readonly changedAt: string
  /** When new payments go to the new wallets, if later. */
  readonly countsFrom: string | null
  /** The displayable prefix of the API key that changed them; null when the signed-in merchant did. */
  readonly byKey: string | null
  readonly from: Requester
}

/** A live API key was created. */
export interface ApiKeyCreated extends Addressed<'api_key_created'> {
  readonly business: NamedBusiness
  readonly name: string | null
  readonly keyId: string
  /** The displayable prefix, never the key. */
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: string | null
  readonly createdAt: string
  readonly byKey: string | null
  readonly from: Requester
}

/** Webhooks of a business were switched off, because its receiver failed for five days or answered 410. */
export interface WebhooksOff extends Addressed<'webhooks_failing' | 'webhooks_gone'> {
  readonly business: NamedBusiness
  /** Host of the endpoint; the rest of its URL may contain a secret. */
  readonly host: string
  /** When deliveries began to fail. */
  readonly since: string
  readonly switchedOffAt: string
  /** The HTTP status of the last answer; null when there was none. */
  readonly lastStatus: number | null
  readonly lastDurationMs: number
  /** Deliveries that wait. */
  readonly waiting: number
}

/** An e-mail to a payer, in the name of a merchant. */
interface ForPayer<Kind extends EmailKind> extends Addressed<Kind> {
  readonly language: Language
  /** The merchant as payers know it. */
  readonly merchant: string
  /** Gets the payer's replies. */
  readonly replyTo: string
}

/** A payer's link to a refund of held money. */
export interface RefundLink extends ForPayer<'refund_link'> {
  /** What the merchant called the payment. */
  readonly description: string | null
  readonly reason: PayerHeldReason
  /** Exact, before the network fee. */
  readonly amount: string
  readonly asset: AssetCode
  /** Path of the page below the origin; it contains the token. */
  readonly path: string
  readonly endsAt: string
  readonly holdHours: number
}

/** A payer's link to a refund that the merchant pays from its own wallet. */
export type AssistedRefundLink = ForPayer<'refund_link'> & AssistedRefundFacts

/** All of a refund that the merchant paid has arrived, for good. */
export type RefundArrived = ForPayer<'refund_arrived'> & RefundArrivedFacts

/** The depositor's link to an escrow of a series: when it opens, and again a day before it ends unpaid. */
export interface EscrowLink extends ForPayer<'escrow_opened' | 'escrow_ending'> {
  /** The escrow has no address before its depositor has named one for refunds. */
  readonly asksForAddress: boolean
  /** What the merchant called the series. */
  readonly description: string | null
  readonly period: number
  /** What the merchant asks for, a decimal text in whole units of the currency. */
  readonly price: string
  readonly currency: FiatCode
  /** Exact, what the escrow waits for. */
  readonly amount: string
  readonly asset: AssetCode
  /** Path of the page below the origin; it contains the token. */
  readonly path: string
  readonly endsAt: string
}

/** What ends in two days: a disputed escrow that nobody has decided. */
interface DisputedEscrow {
  /** Exact, what the escrow holds. */
  readonly amount: string
  readonly asset: AssetCode
  /** When it is refunded to its depositor. */
  readonly endsAt: string
}

/** A depositor's notice of the end of a dispute. It has no link: the token is known to the depositor alone. */
export interface DisputeEnding extends ForPayer<'dispute_ending'>, DisputedEscrow {
  /** What the merchant called the series. */
  readonly description: string | null
  readonly period: number
}

/** A merchant's notice of the end of a dispute. */
export interface DisputeReminder extends Addressed<'dispute_reminder'>, DisputedEscrow {
  readonly business: NamedBusiness
  readonly escrowId: string
}

/** A merchant's notice that the money of a card payment goes back in a week. */
export interface CardEscrowEnding extends Addressed<'card_escrow_ending'> {
  readonly business: NamedBusiness
  readonly escrowId: string
  /** Exact, what goes back to the card. */
  readonly amount: string
  readonly currency: FiatCode
  readonly endsAt: string
}

/** A customer's receipt of a card payment, or of a refund to the card. */
export interface CardReceipt extends ForPayer<'card_receipt' | 'card_refunded'> {
  /** What the merchant called the payment. */
  readonly description: string | null
  /** Exact, in whole units of the currency. */
  readonly amount: string
  readonly currency: FiatCode
  /** The id of the card payment. */
  readonly reference: string
  readonly at: string
}

/** What every letter about an invoice says. */
interface InvoiceFacts<Kind extends EmailKind> extends ForPayer<Kind> {
  /** Of the invoice, as shown: `INV-42`. */
  readonly number: string
  /** Of the credit note, where the letter brings one. */
  readonly creditNote: string | null
  /** Exact, in whole units of the currency: what is asked for, remains, was paid or is credited. */
  readonly amount: string
  readonly currency: FiatCode
  /** An ISO 8601 day. */
  readonly dueDate: string | null
  /** What it is for; null for an invoice without lines. */
  readonly items: string | null
  /** The merchant as the tax office knows it. */
  readonly seller: string | null
  /** Path of the page below the origin. */
  readonly path: string
}

/** A letter about an invoice to the client: when it is sent, as a reminder, when it is paid, and with a credit note. */
export type InvoiceLetter =
  | InvoiceFacts<'invoice_sent' | 'invoice_paid' | 'invoice_credited'>
  | (InvoiceFacts<'invoice_reminder'> & { readonly stage: AskedStage })

/** The facts of one e-mail. */
export type EmailFacts =
  | VerifyEmail
  | ResetPassword
  | PasswordChanged
  | FactorsChanged
  | WalletsChanged
  | ApiKeyCreated
  | WebhooksOff
  | RefundLink
  | AssistedRefundLink
  | RefundArrived
  | EscrowLink
  | DisputeEnding
  | DisputeReminder
  | CardEscrowEnding
  | CardReceipt
  | InvoiceLetter
