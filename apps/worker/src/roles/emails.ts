import { messageOf } from '@gateway/domain/kernel/error'
import { attachDocument } from '@gateway/operations/invoices/documents/attach-document'
import { type SendEmailsContext, sendEmails } from '@gateway/operations/accounts/emails/send-emails'
import { BadSettings } from '@gateway/operations/kernel/settings'
import { createFileMailer } from '@gateway/providers/email/file-mailer'
import type { Mailer } from '@gateway/providers/email/mailer'
import { createSmtpMailer } from '@gateway/providers/email/smtp-mailer'
import type { Config, RoleConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { recurring, type RunningRole } from '../running-role.ts'

const POLL_MS = 1_000

/**
 * Sends e-mails. Without a mail server they wait in their table, where operators and metrics see them.
 * @throws {BadSettings} see `findMail`.
 */
export function openEmails({ config, ctx }: Deps): RunningRole[] {
  const mail = findMail(config)
  if (!mail) return []
  const { WEBHOOK_OPENING_KEY: webhookKey } = config.forRole('webhooks')
  const post: SendEmailsContext = { ...ctx, ...mail, webhookKey, attach: attachDocument }
  return [recurring(POLL_MS, () => sendAll(post))]
}

/**
 * The mailer of the settings, and where links lead; undefined without a mail server.
 * @throws {BadSettings} when e-mails would be written to a file in production.
 */
export function findMail(config: Config): Pick<SendEmailsContext, 'mailer' | 'origin'> | undefined {
  const settings = config.forRole('webhooks')
  if (config.common.NODE_ENV === 'production' && settings.MAIL_FILE !== undefined)
    throw new BadSettings(['MAIL_FILE: is refused in production'])
  const mailer = mailerOf(settings)
  if (!mailer) return undefined
  return { mailer, origin: config.common.PUBLIC_BASE_URL }
}

function mailerOf({ SMTP_URL, MAIL_FROM, MAIL_FILE }: RoleConfig<'webhooks'>): Mailer | undefined {
  if (SMTP_URL !== undefined) return createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM })
  return MAIL_FILE === undefined ? undefined : createFileMailer(MAIL_FILE)
}

async function sendAll(post: SendEmailsContext): Promise<void> {
  try {
    while ((await sendEmails(post)) > 0) continue
  } catch (error) {
    post.log.warn({ role: 'webhooks', problem: messageOf(error) }, 'e-mail pass failed')
  }
}
