import type { Em } from '@gateway/db/orm'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { DisputeEnding, EscrowLink, RefundLink } from '@gateway/pages/emails/email-facts'
import { type Language, languageCodes } from '@gateway/pages/locales/languages'
import { z } from 'zod'
import { type EmailContext, type EmailTimes, queueEmail } from '../accounts/emails/queue-email.ts'
import { getOwner } from './get-owner.ts'

/** A payer who gets an e-mail, as its sender names one. */
export interface EmailedPayer {
  /** One address; stored only in the sealed e-mail. */
  readonly to: string
  /** A language of public pages, such as `pt-BR`. */
  readonly language: string
  /** Seals the e-mail to the role that sends it. */
  readonly webhookSealingKey: EmailContext['webhookSealingKey']
}

type AboutPayer = 'to' | 'language' | 'merchant' | 'replyTo'

/** What an e-mail is about. */
type PayerFacts = Omit<RefundLink, AboutPayer> | Omit<EscrowLink, AboutPayer> | Omit<DisputeEnding, AboutPayer>

/** The business in whose name a payer gets an e-mail, and what it is about. */
interface PayerEmail extends EmailTimes {
  readonly businessId: BusinessId
  readonly payer: EmailedPayer
  readonly facts: PayerFacts
  readonly usefulUntil: Date
}

/** Queues an e-mail to a payer in the name of a business, in the caller's transaction; replies go to the merchant. @throws {InvalidField} */
export async function emailPayer(
  em: Em,
  ctx: Pick<EmailContext, 'ids' | 'clock'>,
  { businessId, payer, facts, ...times }: PayerEmail,
): Promise<void> {
  const { id: merchantId, email: replyTo, businessName: merchant } = await getOwner(em, { businessId })
  const addressed = { to: readAddress(payer.to), language: readLanguage(payer.language), merchant, replyTo }
  const sealing = { ids: ctx.ids, clock: ctx.clock, webhookSealingKey: payer.webhookSealingKey }
  await queueEmail(em, sealing, { merchantId, facts: { ...facts, ...addressed }, ...times })
}

const Address = z.email({ pattern: z.regexes.unicodeEmail }).max(254)

function readAddress(text: string): string {
  const address = Address.safeParse(canonicalEmail(text))
  if (!address.success) throw new InvalidField('email', 'must be an e-mail address')
  return address.data
}

function readLanguage(text: string): Language {
  const language = languageCodes.find((code) => code === text)
  if (!language) throw new InvalidField('language', `must be one of ${languageCodes.join(', ')}`)
  return language
}
