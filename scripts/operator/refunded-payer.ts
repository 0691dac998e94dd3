import type { RefundedPayer } from '@gateway/operations/payments/refunds/shared/offer-within'
import type { Told } from './command.ts'
import type { OperatorContext } from './context.ts'

/** The payer that `--send-to` and `--lang` name; undefined without them. @throws {Error} when an e-mail could not be queued. */
export function refundedPayer(
  {
    webhookSealingKey,
    emailLimits,
    returnHoldHours: holdHours,
  }: Pick<OperatorContext, 'webhookSealingKey' | 'emailLimits' | 'returnHoldHours'>,
  { sendTo, lang }: Pick<Told, 'sendTo' | 'lang'>,
): RefundedPayer | undefined {
  if (sendTo === undefined && lang !== undefined) throw new Error('--lang is the language of the e-mail to --send-to')
  if (sendTo === undefined) return undefined
  if (webhookSealingKey === undefined) throw new Error('set WEBHOOK_SEALING_KEY, as for the api: e-mails are stored sealed')
  return { to: sendTo, language: lang ?? 'en', holdHours, webhookSealingKey, emailLimits }
}
