import type { Language } from '../locales/languages.ts'
import { cardEscrowEndingMail } from './mails/card-escrow-mail.ts'
import { cardReceiptMail } from './mails/card-receipt-mail.ts'
import { passwordChangedMail, resetPasswordMail, verifyEmailMail } from './mails/account-mails.ts'
import { apiKeyCreatedMail } from './mails/api-key-mail.ts'
import { factorsChangedMail } from './mails/factors-mail.ts'
import { disputeEndingMail, disputeReminderMail } from './mails/dispute-mails.ts'
import type {
  AssistedRefundLink,
  CardEscrowEnding,
  CardReceipt,
  DisputeEnding,
  EmailFacts,
  EscrowLink,
  InvoiceLetter,
  RefundArrived,
  RefundLink,
} from './email-facts.ts'
import { escrowLinkMail } from './mails/escrow-mail.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'
import { isolatedIfRtl, shorten } from './inserted-text.ts'
import { invoiceMail } from './mails/invoice-mail.ts'
import type { Mail } from './mail.ts'
import { assistedRefundMail, refundArrivedMail } from './mails/assisted-refund-mails.ts'
import { refundLinkMail } from './mails/refund-mail.ts'
import { product } from './product.ts'
import { walletsChangedMail } from './mails/wallets-mail.ts'
import { webhooksOffMail } from './mails/webhooks-mail.ts'

/** An e-mail as it is sent. */
export interface WrittenEmail {
  readonly to: string
  /** The sender's name, if it is not the deployment's own. */
  readonly fromName: string | null
  /** Where replies go, if not to the sender. */
  readonly replyTo: string | null
  readonly language: Language
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Writes an e-mail from its facts; links point to `origin`. The same facts give the same e-mail. */
export function writeEmail(facts: EmailFacts, origin: string): WrittenEmail {
  const mail = mailOf(facts, origin)
  return {
    to: facts.to,
    fromName: mail.merchant === null ? null : `${isolatedIfRtl(shorten(mail.merchant, MAX_NAME))} via ${product}`,
    replyTo: 'replyTo' in facts ? facts.replyTo : null,
    language: mail.language,
    subject: mail.subject,
    html: emailHtml(mail),
    text: emailText(mail),
  }
}

const MAX_NAME = 60

type ToPayer = RefundLink | AssistedRefundLink | RefundArrived | EscrowLink | DisputeEnding | CardReceipt | InvoiceLetter

function mailOf(facts: EmailFacts, origin: string): Mail {
  if (facts.kind === 'refund_link') return 'paidBy' in facts ? assistedRefundMail(facts, origin) : refundLinkMail(facts, origin)
  if (facts.kind === 'refund_arrived') return refundArrivedMail(facts, origin)
  if (isEscrowLink(facts)) return escrowLinkMail(facts, origin)
  if (isCardReceipt(facts)) return cardReceiptMail(facts)
  if (isInvoiceLetter(facts)) return invoiceMail(facts, origin)
  if (facts.kind === 'dispute_ending') return disputeEndingMail(facts)
  if (facts.kind === 'card_escrow_ending') return cardEscrowEndingMail(facts, origin)
  return merchantMailOf(facts, origin)
}

const isEscrowLink = (facts: EmailFacts): facts is EscrowLink => facts.kind === 'escrow_opened' || facts.kind === 'escrow_ending'

const isCardReceipt = (facts: EmailFacts): facts is CardReceipt => facts.kind === 'card_receipt' || facts.kind === 'card_refunded'

const isInvoiceLetter = (facts: EmailFacts): facts is InvoiceLetter => facts.kind.startsWith('invoice_')

function merchantMailOf(facts: Exclude<EmailFacts, ToPayer | CardEscrowEnding>, origin: string): Mail {
  switch (facts.kind) {
    case 'verify_email':
      return verifyEmailMail(facts, origin)
    case 'reset_password':
      return resetPasswordMail(facts, origin)
    case 'password_changed':
      return passwordChangedMail(facts, origin)
    case 'factors_changed':
      return factorsChangedMail(facts, origin)
    case 'wallets_changed':
      return walletsChangedMail(facts, origin)
    case 'api_key_created':
      return apiKeyCreatedMail(facts, origin)
    case 'dispute_reminder':
      return disputeReminderMail(facts, origin)
    case 'webhooks_failing':
    case 'webhooks_gone':
      return webhooksOffMail(facts, origin)
  }
}
