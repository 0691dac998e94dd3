import { readEmail } from '@gateway/contract/email-address'
import type { Em } from '@gateway/db/orm'
import type { UnsentReason } from '@gateway/domain/accounts/email'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type {
  AssistedRefundLink,
  CardReceipt,
  DisputeEnding,
  EscrowLink,
  InvoiceLetter,
  RefundArrived,
  RefundLink,
} from '@gateway/pages/emails/email-facts'
import { type Language, languageCodes } from '@gateway/pages/locales/languages'
import { type EmailContext, type EmailTimes, queueEmail } from '../accounts/emails/queue-email.ts'
import { getOwner } from './get-owner.ts'

/** A payer who gets an e-mail, as its sender names one. */
export interface EmailedPayer extends Pick<EmailContext, 'webhookSealingKey' | 'emailLimits'> {
  /** One address; stored only in the sealed e-mail. */
  readonly to: string
  /** A language of public pages, such as `pt-BR`. */
  readonly language: string
}

type AboutPayer = 'to' | 'language' | 'merchant' | 'replyTo'

/** The same of each kind of letter. */
type WithoutPayer<Letter> = Letter extends unknown ? Omit<Letter, AboutPayer> : never

/** What an e-mail is about. */
type PayerFacts =
  | Omit<RefundLink, AboutPayer>
  | Omit<AssistedRefundLink, AboutPayer>
  | Omit<RefundArrived, AboutPayer>
  | Omit<EscrowLink, AboutPayer>
  | Omit<DisputeEnding, AboutPayer>
  | Omit<CardReceipt, AboutPayer>
  | WithoutPayer<InvoiceLetter>

/** The business in whose name a payer gets an e-mail, and what it is about. */
interface PayerEmail extends EmailTimes {
  readonly businessId: BusinessId
  readonly payer: EmailedPayer
  readonly facts: PayerFacts
  /** Absent: a week. */
  readonly usefulUntil?: Date
}

/**
 * Queues an e-mail to a payer in the name of a business, in the caller's transaction; replies go to the merchant.
 *
 * @returns why it is not queued; undefined when it is.
 * @throws {InvalidField}
 */
export async function emailPayer(
  em: Em,
  ctx: Pick<EmailContext, 'ids' | 'clock'>,
  { businessId, payer, facts, ...rest }: PayerEmail,
): Promise<UnsentReason | undefined> {
  const { id: merchantId, email: replyTo, businessName: merchant } = await getOwner(em, { businessId })
  const addressed = { to: readAddress(payer.to), language: readLanguage(payer.language), merchant, replyTo }
  const { webhookSealingKey, emailLimits } = payer
  const sealing = { ids: ctx.ids, clock: ctx.clock, webhookSealingKey, emailLimits }
  return queueEmail(em, sealing, { merchantId, businessId, facts: { ...facts, ...addressed }, ...rest })
}

function readAddress(text: string): string {
  const read = readEmail(text)
  if ('problem' in read) throw new InvalidField('email', read.problem)
  return read.value
}

function readLanguage(text: string): Language {
  const language = languageCodes.find((code) => code === text)
  if (!language) throw new InvalidField('language', `must be one of ${languageCodes.join(', ')}`)
  return language
}
